-- SPDX-License-Identifier: MIT
-- The GPU with less of this work has other work meanwhile.
-- include: peers.sql
-- include: shares.sql
INSERT INTO do_share (i, first_ns, second_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 100000, 500000 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 600000 * i + 7000, 600000 * i + 106500, 403000, 11, 7 FROM n;
