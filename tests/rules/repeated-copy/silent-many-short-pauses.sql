-- SPDX-License-Identifier: MIT
-- fires-beside-launches.sql with 2 MiB and 16 launches: in the pauses of 2 us from one to the next, one thread alone can have written so much.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, is_pinned, host_address)
		VALUES (500000 * new.i, 366000, 10000 + 500000 * new.i, 356000, 2 << 20, 0, 0, 1 << 40);
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 15)
		SELECT 370000 + 500000 * new.i + 8000 * k, 6000, 372000 + 500000 * new.i + 8000 * k, 5000, 5 FROM n;
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (20 * 500000, 10000);
