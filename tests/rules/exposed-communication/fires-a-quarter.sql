-- SPDX-License-Identifier: MIT
-- Ten steps of 200 us: a kernel of 150 us, and behind it an all-reduce of 150 us, a third of it alone: 50 us of each are
-- exposed, and all 150 of the last.
-- expect: cost_ns=600000, headline~28.6 %
-- include: nccl.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 100000 + 200000 * (i / 2) + 150000 * (i % 2), 150000, 11 + i % 2, CASE i % 2 WHEN 0 THEN 4 ELSE 20 END FROM n;
