-- SPDX-License-Identifier: MIT
-- A graph of twenty kernels, each of which begins 600 ns before the one before it has ended, as it was recorded: no time
-- is lost between them.
-- budget: kernel>=95, dependency-gap<=1
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (530000, 20000, 'cudaGraphLaunch_v10000');
INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id, graph_id, graph_node_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 555000 + 99400 * i, 100000, 11, 5, (SELECT max(id) FROM api_call), 1, 1, i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (551000, 1995000);
