-- SPDX-License-Identifier: MIT
-- A third of the warps have an item. The others take 3 cycles a block to find that out.
-- expect: severity=warning, headline~"33 % of the warps touch memory", advice~number of items
UPDATE launch_shape SET grid_x = 330000 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 435600),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 435600),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 0), (5, 'smsp__inst_executed_op_shared_st.sum', 0),
	(5, 'smsp__inst_executed.sum', 30000000);
