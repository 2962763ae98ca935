-- SPDX-License-Identifier: MIT
-- In FP16, loaded two at a time; each launch is short, but of many tiles in both directions.
-- expect: severity=warning, subject=unaligned, cost_ns=480000..530000
UPDATE function SET name = 'cutlass_80_tensorop_h16816gemm_128x128_32x5_nn_align2' WHERE id = 2;
UPDATE launch_shape SET grid_x = 16, grid_y = 66 WHERE id = 5;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 101000 * i, 100000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 980000);
