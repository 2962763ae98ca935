-- SPDX-License-Identifier: MIT
-- As in fires-stream.sql, while a long kernel of another stream runs: the GPU is never idle.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES (0, 5000, 10100000, 12);
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 4000 + 3100 * i, 10000 + 5000 * i, 4000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6211000, 3900000);
