-- SPDX-License-Identifier: MIT
-- A tenth of the warps have an item, of a kernel whose loop strides over its items by the size of the grid: it need not change,
-- only its launch.
-- include: strides.sql
-- expect: severity=warning, headline~"10 % of the warps touch memory", advice~"1,056 blocks of 256 threads", advice~"only the launch has to change"
UPDATE launch_shape SET grid_x = 330000 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 132000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 132000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 0), (5, 'smsp__inst_executed_op_shared_st.sum', 0),
	(5, 'smsp__inst_executed.sum', 30000000);
