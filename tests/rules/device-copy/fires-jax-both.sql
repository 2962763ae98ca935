-- SPDX-License-Identifier: MIT
-- Both, of different kernels.
-- expect: occurrences=39, advice~donate_argnums, advice~jnp.stack()
-- expect-count: 1
UPDATE function SET name = 'loop_multiply_fusion';
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (10000 * new.i, 8000, 'cudaGraphLaunch_v10000');
	INSERT INTO copy (start_ns, duration_ns, stream_id, correlation_id, channel_id, graph_id, graph_node_id, copy_kind, source_kind,
			target_kind, is_async, size_bytes)
		SELECT 300000 * new.i + 26000, 50000, 11, max(id), 11, 1, 0, 8, 3, 3, 1, 64 << 20 FROM api_call;
	INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id, graph_id, graph_node_id)
		SELECT 300000 * new.i + 77000, 100000, 11, 5, max(id), 11, 1, 1 FROM api_call;
	INSERT INTO copy (start_ns, duration_ns, stream_id, correlation_id, channel_id, graph_id, graph_node_id, copy_kind, source_kind,
			target_kind, is_async, size_bytes)
		SELECT 300000 * new.i + 178000, 50000, 11, max(id), 11, 1, 0, 8, 3, 3, 1, 64 << 20 FROM api_call;
	INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id, graph_id, graph_node_id)
		SELECT 300000 * new.i + 229000, 60000, 11, 6, max(id), 11, 1, 1 FROM api_call;
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (210000, 5800000);
