-- SPDX-License-Identifier: MIT
-- One copy by way of the host in 40 ms of kernels.
-- include: peers.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 4000 * i, 100000 + 1001000 * i, 1000000, 11, 5 FROM n;
INSERT INTO do_staged VALUES (170000, 40270000);
