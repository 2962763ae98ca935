-- SPDX-License-Identifier: MIT
-- fires-behind-the-copy.sql with blocking calls: without the copy on the host they return when the GPU is done.
-- expect: subject="device to host", severity=warning, cost_ns=3900000..4100000, gain_percent>=12, occurrences=40
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (600000 * new.i, 600000 * new.i + 6000, 400000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async)
		VALUES (600000 * new.i + 5000, 551200, 600000 * new.i + 407000, 39200, 2097152, 2, 0, 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
