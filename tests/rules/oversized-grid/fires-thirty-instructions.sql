-- SPDX-License-Identifier: MIT
-- As fires-idle-warps.sql, with thirty instructions a warp on average: what has an item does more with it.
-- expect: severity=warning, headline~"10 % of the warps touch memory"
UPDATE launch_shape SET grid_x = 330000 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 132000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 132000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 0), (5, 'smsp__inst_executed_op_shared_st.sum', 0),
	(5, 'smsp__inst_executed.sum', 79200000);
