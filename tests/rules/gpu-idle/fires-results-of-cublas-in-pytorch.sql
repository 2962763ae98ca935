-- SPDX-License-Identifier: MIT
-- fires-results-each-step.sql with dot products of cuBLAS that PyTorch calls: what it says goes.
-- expect: advice!~"CUBLAS_POINTER_MODE_DEVICE"
-- include: results.sql
UPDATE function SET name = '_Z10dot_kernelIdLi128ELi0E16cublasDotParamsIdEEvT2_';
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (-60000, -50000, 2000, 1);
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEviT0_T1_' WHERE id = 1;
