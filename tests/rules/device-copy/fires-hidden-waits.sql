-- SPDX-License-Identifier: MIT
-- The host launches each step just when the GPU comes to it, and no call of it waits: functions of the host in a stream of their own may wake it.
-- What the copies cost cannot be replayed.
-- expect: occurrences=19, cost_ns=1710000, gain=null
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER, bytes INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (300000 * new.i, 300000 * new.i + 6000, 200000, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (300000 * new.i + 5000, 300000 * new.i + 207500, 90000, new.bytes, 8);
	INSERT INTO do_host_function (call_ns, stream_id) VALUES (300000 * new.i + 9000, 11);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 128 << 20 FROM n;
