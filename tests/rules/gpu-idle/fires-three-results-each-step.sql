-- SPDX-License-Identifier: MIT
-- 600 steps of a kernel that fills the GPU, behind which the host takes three results one by one: though nothing changes between
-- the three, they are no array that it goes through, and there is nothing to copy before the loop.
-- expect: advice!~"whole array", evidence!~"one number each", evidence~"1,797 copies of 4 B"
CREATE TEMP TABLE do_step (call_ns INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (new.call_ns, new.call_ns + 6000, 20000, 11, 4);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, stream_id, call_duration_ns) VALUES
		(new.call_ns + 10000, new.call_ns + 28000, 1000, 4, 2, 0, 0, 11, 22000),
		(new.call_ns + 50000, new.call_ns + 56000, 1000, 4, 2, 0, 0, 11, 10000),
		(new.call_ns + 80000, new.call_ns + 86000, 1000, 4, 2, 0, 0, 11, 10000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 599) SELECT 130000 * i FROM n;
