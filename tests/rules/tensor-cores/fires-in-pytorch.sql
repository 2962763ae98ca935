-- SPDX-License-Identifier: MIT
-- fires-single.sql, in a program of PyTorch, which calls cuBLAS for it: what it can change are PyTorch's settings, not a handle's.
-- expect: headline~FP32 units, advice~TF32, advice~"set_float32_matmul_precision", advice!~cublasSetMathMode, advice!~cudnnSet
UPDATE function SET name = 'ampere_sgemm_128x64_nn' WHERE id = 2;
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_' WHERE id = 1;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 6000000 + 4000 * i, 6006000 + 4000 * i, 2000, 1 FROM n;
