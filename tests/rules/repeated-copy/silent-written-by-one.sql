-- SPDX-License-Identifier: MIT
-- Twenty times 1 MiB, and five launches in each round, 4 us apart: a thread by itself can write so much in these.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, is_pinned, host_address)
		VALUES (200000 * new.i, 140000, 10000 + 200000 * new.i, 130000, 1 << 20, 0, 0, 1 << 40);
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 4)
		SELECT 144000 + 200000 * new.i + 11000 * k, 7000, 149000 + 200000 * new.i + 11000 * k, 5000, 5 FROM n;
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (20 * 200000, 10000);
