-- SPDX-License-Identifier: MIT
-- Thirty launches on one GPU beside twenty on the other.
-- include: peers.sql
-- include: shares.sql
INSERT INTO do_share (i, first_ns, second_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 100000, 500000 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT 13000000 + 4000 * i, 13010000 + 11000 * i, 10000, 11, 4 FROM n;
