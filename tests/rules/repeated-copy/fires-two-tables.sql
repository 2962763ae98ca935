-- SPDX-License-Identifier: MIT
-- Each step copies two tables of the same size, the same two each time.
-- expect: severity=warning, occurrences=38, cost_ns=22800000..22800000, headline~"the same 64.0 MiB", headline~"2 places"
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, is_pinned, host_address)
		VALUES (1242000 * new.i, 615000, 10000 + 1242000 * new.i, 600000, 32 << 20, 0, 0, 1 << 40);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, is_pinned, host_address)
		VALUES (616000 + 1242000 * new.i, 615000, 626000 + 1242000 * new.i, 600000, 32 << 20, 0, 0, (1 << 40) + (1 << 30));
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (1232000 + 1242000 * new.i, 1232000 + 4000 + 1242000 * new.i, 5000, 5);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (20 * 1242000, 10000);
