-- SPDX-License-Identifier: MIT
-- Before each of twenty launches the host has waited, and may have used the 128 MiB: 2.5 ms each time at the speed of the
-- bus. How long the kernels, of 4 ms, wait for pages was not recorded.
-- expect-count: 1
-- expect: severity=note, subject="managed memory", cost_ns=40000000..60000000, occurrences=20, headline~"128 MiB", gain=null
-- abstains: managed memory is in use
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (6000000 * new.i, 6000000 * new.i + 6000, 4000000, 7);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6000000 * new.i + 4000, 4010000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
