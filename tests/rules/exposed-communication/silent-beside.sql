-- SPDX-License-Identifier: MIT
-- All-reduces of 100 us, each wholly beside a kernel of 200 us, but for the last one: 100 of 2,100 us are exposed, less than a tenth.
-- include: nccl.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 100000 + 200000 * (i / 2) + 200000 * (i % 2), CASE i % 2 WHEN 0 THEN 200000 ELSE 100000 END, 11 + i % 2, CASE i % 2 WHEN 0 THEN 4 ELSE 20 END FROM n;
