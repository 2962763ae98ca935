-- SPDX-License-Identifier: MIT
-- Steps of 32 MiB in four streams, each waited for: while one is computed for 2.4 ms, the next is copied in for 0.6 ms.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		VALUES (2410000 * new.i, 10000 + 2410000 * new.i, 600000, 32 << 20, 11 + new.i % 4);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (4000 + 2410000 * new.i, 612000 + 2410000 * new.i, 2405000, 11 + new.i % 4, 5);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (24000000, 710000);
