-- SPDX-License-Identifier: MIT
-- fires-launches-graphs.sql by JAX: what is under one jit already goes into a loop on the GPU.
-- expect: headline~work of its own, advice~"fori_loop", advice!~"under one jax.jit"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (60000 * new.i, 5000, 'cudaGraphLaunch_v10000');
	INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id, graph_id, graph_node_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 4)
		SELECT 60000 * new.i + 9000 + 2900 * k, 2000, 11, 1, (SELECT max(id) FROM api_call), 11, 1, k FROM n;
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200 * 60000, 10000);
UPDATE function SET name = 'loop_add_fusion';
INSERT INTO string (id, text) VALUES (9000, 'Thunk:#name=jit(scan)/add,hlo_op=loop_add_fusion#');
INSERT INTO marker (id, name_id, thread_id, start_ns, end_ns) VALUES (1, 9000, 1, -1000, 12000000);
