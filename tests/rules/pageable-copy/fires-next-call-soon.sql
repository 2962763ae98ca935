-- SPDX-License-Identifier: MIT
-- As in fires-not-awaited.sql, but 150 us behind each copy the next kernel is launched: 8 MiB would take as long from pinned memory.
-- expect: subject="device to host", severity=warning, evidence!~"goes on by itself"
-- expect-count: 1
CREATE TEMP TABLE do_step (at_ns INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (new.at_ns, new.at_ns + 6000, 400000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async)
		VALUES (new.at_ns + 5000, 1400000, new.at_ns + 407000, 990000, 8 << 20, 2, 0, 1);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT 1555000 * i FROM n;
