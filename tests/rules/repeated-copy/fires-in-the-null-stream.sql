-- SPDX-License-Identifier: MIT
-- A table of 2 MiB goes to the device in the null stream between kernels of four blocking streams: without the copies, which
-- take 0.76 ms, the kernels run at the same time, and the run is 2.9 ms shorter. What that is besides the copies is said.
-- expect: severity=warning, occurrences=19, cost_ns=760000..760000, gain_ns=2500000..3100000, evidence~"default stream's barrier"
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 2, 2 << 20, 4096, 0, 0, 1), (0, 1, 2, 4096, 4096, 0, 0, 1);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (8000 * new.i, 6000 + 192000 * new.i, 150000, 2 + new.i % 4, 3);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes)
		VALUES (4000 + 8000 * new.i, 157000 + 192000 * new.i, 40000, 2 << 20);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (20 * 8000, 20 * 192000 - 20 * 8000 + 10000);
