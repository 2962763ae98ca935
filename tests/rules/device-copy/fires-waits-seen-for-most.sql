-- SPDX-License-Identifier: MIT
-- fires-hidden-waits-for-most.sql, but the host waits by a call for 24 steps of 40: a host that waits is seen to, so that in the others it was as slow
-- as the GPU.
-- expect: occurrences=16, cost_ns=1440000, gain_ns=0..300000
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (300000 * new.i, 300000 * new.i + 6000, iif(new.i % 5 < 2, 200000, 290000), 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		SELECT 300000 * new.i + 5000, 300000 * new.i + 207500, 90000, 128 << 20, 8 WHERE new.i % 5 < 2;
	INSERT INTO do_wait (call_ns, call_duration_ns) SELECT 300000 * new.i + 5000, 293000 WHERE new.i % 5 >= 2;
	INSERT INTO do_host_function (call_ns, stream_id) SELECT 300000 * new.i + 9000, 11 WHERE new.i % 5 < 2;
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
