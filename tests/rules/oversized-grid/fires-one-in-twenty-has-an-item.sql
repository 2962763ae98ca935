-- SPDX-License-Identifier: MIT
-- fires-few-items.sql where one warp in twenty stores, and one thread in twenty has a place to.
-- expect: severity=note, gain=null, headline~"5 % of the warps store", evidence~"5 % of the threads", advice~"1,056 blocks"
-- expect-count: 1
-- include: strides.sql
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 10000, 'cudaMalloc_v3020');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (-12000, 1, 3, 5125000, 4096, 0, 0, (SELECT max(id) FROM api_call));
UPDATE launch_shape SET grid_x = 100096 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 6250000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 40038),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 0), (5, 'smsp__inst_executed_op_shared_st.sum', 0),
	(5, 'smsp__inst_executed.sum', 157800000), (5, 'smsp__inst_executed.max', 482030);
