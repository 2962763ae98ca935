-- SPDX-License-Identifier: MIT
-- As fires-beside-others.sql, but 64 KiB of managed memory is all there is: 1 us each time is not worth a note.
-- abstains: beside each other
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 64 << 10, 4096, 0, 0, 1);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (700000 * new.i, 700000 * new.i + 10000, 500000, 11, 7), (700000 * new.i + 4000, 700000 * new.i + 14000, 500000, 12, 6);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (700000 * new.i + 8000, 510000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
INSERT INTO do_metric (launch_shape_id, name, value) VALUES (7, 'gpu__time_duration.sum', 100000);
