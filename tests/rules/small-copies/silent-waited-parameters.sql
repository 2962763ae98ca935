-- SPDX-License-Identifier: MIT
-- A framework takes two hundred parameters to the GPU, of many sizes, and waits for each; then 300 steps run.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (-100000, -90000, 1000, 6);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned)
		VALUES (20000 * new.i, 5000, 20000 * new.i + 6000, 1500, 256 << new.i / 4 % 3, 0);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (20000 * new.i + 5500, 5000, 1);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199) SELECT i FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
	SELECT 4100000 + 4000 * i, 4110000 + 101000 * i, 100000, 4 + i % 2 FROM n;
