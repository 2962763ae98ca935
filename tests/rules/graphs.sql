-- SPDX-License-Identifier: MIT
-- Launches of CUDA graphs whose nodes are kernels, one after another, 256 ns from each to the next.
CREATE TEMP TABLE do_graph (
	call_ns INTEGER NOT NULL, call_duration_ns INTEGER NOT NULL DEFAULT 2500, start_ns INTEGER NOT NULL,
	nodes INTEGER NOT NULL DEFAULT 2, node_ns INTEGER NOT NULL DEFAULT 4500, launch_shape_id INTEGER NOT NULL DEFAULT 1);
CREATE TEMP TRIGGER do_graph_row AFTER INSERT ON do_graph BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (new.call_ns, new.call_duration_ns, 'cudaGraphLaunch_v10000');
	INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id, graph_id, graph_node_id)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < new.nodes - 1)
		SELECT new.start_ns + (new.node_ns + 256) * i, new.node_ns, 11, new.launch_shape_id, (SELECT max(id) FROM api_call), 11,
			1, i FROM n;
END;
