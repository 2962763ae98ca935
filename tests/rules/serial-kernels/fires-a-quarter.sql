-- SPDX-License-Identifier: MIT
-- As fires-one-stream.sql, before a kernel of 5 ms that fills the GPU: a quarter of the time is worth other streams.
-- expect: severity=note, occurrences=30
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT 4000 * i, 6000 + 51100 * i, 50000, 11, 3 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (120500, 1540000, 5000000, 11, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (125000, 6450000);
