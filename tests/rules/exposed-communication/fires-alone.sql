-- SPDX-License-Identifier: MIT
-- Ten steps: a kernel of 100 us, and behind it an all-reduce of 200 us, half of it beside the next step's kernel: 100 us
-- of each are exposed, and all 200 of the last.
-- expect: severity=warning, cost_ns=1100000, headline~1.100 ms, headline~52.4 %
-- include: nccl.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 100000 + 200000 * (i / 2) + 100000 * (i % 2), CASE i % 2 WHEN 0 THEN 100000 ELSE 200000 END, 11 + i % 2, CASE i % 2 WHEN 0 THEN 4 ELSE 20 END FROM n;
