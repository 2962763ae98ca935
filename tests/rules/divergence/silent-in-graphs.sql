-- SPDX-License-Identifier: MIT
-- All launches are those of a graph, which counters cannot measure: what to do instead is said.
-- abstains: all launches of large are in CUDA graphs, which cannot be measured: record it once without graphs
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (0, 20000, 'cudaGraphLaunch_v10000');
INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id, graph_id, graph_node_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 25000 + 501000 * i, 500000, 11, 5, (SELECT max(id) FROM api_call), 11, 1, i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (21000, 5020000);
