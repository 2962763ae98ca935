-- SPDX-License-Identifier: MIT
-- As fires-elements.sql, but the kernel adds: each copy takes a number that was not there before.
-- include: one_by_one.sql
-- expect: advice!~"whole array", advice~"results"
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_addIfEESt5arrayIPcLm3EEEEviT0_T1_' WHERE id = 1;
