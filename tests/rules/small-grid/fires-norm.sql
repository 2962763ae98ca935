-- SPDX-License-Identifier: MIT
-- The norm itself of a layer normalisation, on 8 of 132 SMs: a block for each row, of which a larger batch has more.
-- expect: severity=note, advice~"Give an operation more elements", advice!~"follows from the width"
UPDATE function SET name = '_ZN2at6native53_GLOBAL__N__21739cd4_20_layer_norm_kernel_cu_9c5ada8a28vectorized_layer_norm_kernelIffLb0EEEviT0_PKT_S5_S5_PS2_S6_PS3_' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4985000);
