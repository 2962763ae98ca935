-- SPDX-License-Identifier: MIT
-- What is behind each product is a copy that changes a type.
-- include: epilogue.sql
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EZZZNS0_23direct_copy_kernel_cudaERNS_18TensorIteratorBaseEENKUlvE1_clEvENKUlvE5_clEvEUlfE_St5arrayIPcLm2EEEEviT0_T1_' WHERE id = 2;
INSERT INTO do_step (i, relu_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 40000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (400000, 7700000);
