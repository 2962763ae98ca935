-- SPDX-License-Identifier: MIT
-- Blocks of 97 threads are bad, but XLA chose them: nobody who reads this can change that.
UPDATE function SET name = 'loop_add_fusion' WHERE id = 2;
UPDATE launch_shape SET block_x = 97 WHERE id = 4;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 4 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4985000);
