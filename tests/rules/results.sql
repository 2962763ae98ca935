-- SPDX-License-Identifier: MIT
-- 199 steps of 29 us, each of which copies a number to the host, in a call of 24 us, and only then launches the next kernel.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 10000, 4);
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async)
		VALUES (new.start_ns + 4000, 24000, new.start_ns + 17000, 2000, 4, 2, 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (new.start_ns + 29000, new.start_ns + 35000, 10000, 4);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 198) SELECT i, 29000 * i FROM n;
