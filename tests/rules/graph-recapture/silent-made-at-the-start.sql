-- SPDX-License-Identifier: MIT
-- Twenty graphs, one for each size of a batch, are made one after the other at the start, and some launched later.
INSERT INTO do_call (call_ns, call_duration_ns, api) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n
	WHERE i < 19) SELECT 100000 * i, 90000, 'cudaGraphInstantiate_v12000' FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, api) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL
	SELECT i + 1 FROM n WHERE i < 9) SELECT 2100000 + 50000 * i, 2106000 + 50000 * i, 40000, 5, 'cudaGraphLaunch_v10000' FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2560000, 40000);
