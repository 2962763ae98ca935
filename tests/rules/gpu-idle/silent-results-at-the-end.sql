-- SPDX-License-Identifier: MIT
-- 1,000 kernels follow one another, then the host evaluates: twenty kernels with 1 ms of its own work before each, which
-- is nearly half of the time. The gaps are many, but the loop has none of them.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
	SELECT 25000 * i, 6000 + 25000 * i, 24000, 11, 4 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (24980000, 26000);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 26000000 + 1100000 * i, 26006000 + 1100000 * i, 80000, 11, 4 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (46910000, 90000);
