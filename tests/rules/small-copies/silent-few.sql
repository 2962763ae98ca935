-- SPDX-License-Identifier: MIT
-- Five arrays, once.
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4) SELECT 4000 * i, 10000 + 4000 * i, 2000, 4096, 11 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (24000, 30000, 200000, 11, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (30000, 205000);
