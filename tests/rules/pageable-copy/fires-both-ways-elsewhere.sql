-- SPDX-License-Identifier: MIT
-- As fires-both-ways-one-pays.sql, but what comes back goes to memory of its own, which it does not pay to pin.
-- expect-count: 1
-- expect: subject="host to device", severity=warning, evidence!~"both ways"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api, host_address)
		VALUES (4000000 * new.i, 830000, 4000000 * new.i + 20000, 800000, 8 << 20, 0, 0, 'cudaMemcpy_v3020', 1 << 40);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (4000000 * new.i + 840000, 4000000 * new.i + 846000, 500000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api, host_address)
		VALUES (4000000 * new.i + 850000, 1200000, 4000000 * new.i + 1347000, CASE WHEN new.i < 9 THEN 160000 ELSE 690000 END, 8 << 20, 2, new.i < 9, 0, 'cudaMemcpy_v3020', CASE WHEN new.i < 9 THEN 2 << 40 ELSE 3 << 40 END);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
