-- SPDX-License-Identifier: MIT
-- Another operation on elements is behind each: a row, of which unfused-operations speaks.
-- include: epilogue.sql
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_mulIfEESt5arrayIPcLm3EEEEviT0_T1_' WHERE id = 11;
INSERT INTO do_step (i, relu_ns, behind) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 40000, 11 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (400000, 7700000);
