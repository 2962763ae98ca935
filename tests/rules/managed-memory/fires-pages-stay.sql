-- SPDX-License-Identifier: MIT
-- As fires-host-between.sql, but the first launch takes 24 ms and the others 4: the pages come once and stay, so that
-- nothing is said of the others, though the host waits before each.
-- expect-count: 1
-- expect: severity=note, cost_ns=19900000..20100000, occurrences=1, headline~"4.000 ms else", gain=null
-- abstains: managed memory is in use
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (26000000 * new.i, 26000000 * new.i + 6000, CASE new.i WHEN 0 THEN 24000000 ELSE 4000000 END, 7);
	INSERT INTO do_wait (call_ns, call_duration_ns)
		VALUES (26000000 * new.i + 4000, CASE new.i WHEN 0 THEN 24010000 ELSE 4010000 END);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
