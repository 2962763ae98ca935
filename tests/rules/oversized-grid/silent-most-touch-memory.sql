-- SPDX-License-Identifier: MIT
-- As fires-idle-warps.sql, but seven of ten warps have an item.
UPDATE launch_shape SET grid_x = 330000 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 924000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 924000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 0), (5, 'smsp__inst_executed_op_shared_st.sum', 0),
	(5, 'smsp__inst_executed.sum', 30000000);
