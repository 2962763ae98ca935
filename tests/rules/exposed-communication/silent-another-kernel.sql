-- SPDX-License-Identifier: MIT
-- A kernel of the program's own that is named for NCCL, and takes all of the time.
INSERT INTO function VALUES (3, '_Z18my_nccl_comparisonPf');
UPDATE launch_shape SET function_id = 3 WHERE id = 4;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 100000 + 100000 * i, 100000, 11, 4 FROM n;
