-- SPDX-License-Identifier: MIT
-- As fires-host-between.sql, but 1 MiB of managed memory is all there is: 20 us each time, beside kernels of 4 ms.
-- abstains: managed memory is in use
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 1 << 20, 4096, 0, 0, 1);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (6000000 * new.i, 6000000 * new.i + 6000, 4000000, 7);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6000000 * new.i + 4000, 4010000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
