-- SPDX-License-Identifier: MIT
-- Ten steps of 64 MiB; the host waits for each for long enough to look at the results.
-- expect: severity=note, gain=null, occurrences=10, cost_ns=18000000..20500000, headline~10 steps, advice~12 chunks
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		VALUES (3600000 * new.i, 10000 + 3600000 * new.i, 1200000, 64 << 20, 11);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (4000 + 3600000 * new.i, 1212000 + 3600000 * new.i, 900000, 11, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (8000 + 3600000 * new.i, 2114000 + 3600000 * new.i, 1200000, 64 << 20, 2, 11);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (12000 + 3600000 * new.i, 3306000, 11);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
