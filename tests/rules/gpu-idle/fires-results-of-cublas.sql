-- SPDX-License-Identifier: MIT
-- fires-results-each-step.sql with dot products of cuBLAS, which can stay on the GPU.
-- expect: advice~"CUBLAS_POINTER_MODE_DEVICE"
-- include: results.sql
UPDATE function SET name = '_Z10dot_kernelIdLi128ELi0E16cublasDotParamsIdEEvT2_';
