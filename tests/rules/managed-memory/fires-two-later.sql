-- SPDX-License-Identifier: MIT
-- As fires-first-launch.sql, but only two launches follow: these say too little of how long the kernel usually takes.
-- expect-count: 1
-- expect: severity=note, headline~"how long was not recorded"
-- abstains: managed memory is in use
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2)
	SELECT 4000 * i, 6000 + 501000 * i + (CASE i WHEN 0 THEN 0 ELSE 9500000 END),
		CASE i WHEN 0 THEN 10000000 ELSE 500000 END, 7 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 11000000);
