-- SPDX-License-Identifier: MIT
-- Every eighth warp writes a result, after the others have added up theirs in shared memory.
UPDATE launch_shape SET grid_x = 100000 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 100000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 2000000), (5, 'smsp__inst_executed_op_shared_st.sum', 1000000),
	(5, 'smsp__inst_executed.sum', 400000000);
