-- SPDX-License-Identifier: MIT
-- As in fires-stream.sql, but the kernels are nodes of one graph, in which the way is shorter than is recorded.
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (0, 20000, 'cudaGraphLaunch_v10000');
INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id, graph_id, graph_node_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
	SELECT 25000 + 5000 * i, 4000, 11, 1, (SELECT max(id) FROM api_call), 11, 1, i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (21000, 10010000);
