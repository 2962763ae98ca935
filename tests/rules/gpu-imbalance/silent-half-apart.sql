-- SPDX-License-Identifier: MIT
-- Ten steps in which both work at the same time, and ten in which one works behind the other.
-- include: peers.sql
-- include: shares.sql
INSERT INTO do_share (i, first_ns, second_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i, 100000, 500000 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 700000 * i, 700000 * i + 6000, 100000, 11, 4 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id, channel_id)
	WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 700000 * i + 4000, 700000 * i + 110000, 500000, 31, 4, 131 FROM n;
