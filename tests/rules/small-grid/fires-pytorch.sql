-- SPDX-License-Identifier: MIT
-- An element-wise operation of PyTorch on 8 of 132 SMs: a larger batch, not more blocks.
-- expect: severity=note, advice~larger batch, evidence~PyTorch
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4985000);
