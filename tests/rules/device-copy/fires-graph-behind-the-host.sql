-- SPDX-License-Identifier: MIT
-- Twenty graphs of a copy and a kernel, each launched when the one before has long ended: without the copy, which begins the graph, the
-- kernel starts with its launch, no sooner.
-- expect: occurrences=19, cost_ns=1710000, gain_ns=0..1900000
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (600000 * new.i, 20000, 'cudaGraphLaunch_v10000');
	INSERT INTO copy (start_ns, duration_ns, stream_id, correlation_id, channel_id, graph_id, graph_node_id, copy_kind, source_kind,
			target_kind, is_async, size_bytes)
		SELECT 600000 * new.i + 26000, 90000, 11, max(id), 11, 1, 0, 8, 3, 3, 1, 128 << 20 FROM api_call;
	INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id, graph_id, graph_node_id)
		SELECT 600000 * new.i + 116500, 200000, 11, 5, max(id), 11, 1, 1 FROM api_call;
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (11450000, 280000);
