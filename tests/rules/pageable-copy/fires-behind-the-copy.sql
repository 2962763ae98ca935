-- SPDX-License-Identifier: MIT
-- Results of 2 MiB: the GPU copies them as fast as into pinned memory, and the call takes 110 us more to copy them on.
-- expect: subject="device to host", severity=warning, cost_ns=3900000..4100000, gain_percent>=13, occurrences=40, evidence~"in which the GPU does not copy yet, or no more"
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (600000 * new.i, 600000 * new.i + 6000, 400000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async)
		VALUES (600000 * new.i + 5000, 551200, 600000 * new.i + 407000, 39200, 2097152, 2, 0, 1);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
