-- SPDX-License-Identifier: MIT
-- A tenth of the warps have an item, of a kernel whose loop is over what each item has: its code does not read gridDim, so
-- that it has to learn to stride.
-- include: gather.sql
-- expect: severity=warning, headline~"10 % of the warps touch memory", advice~"let them stride over the items", advice!~gridDim
UPDATE launch_shape SET grid_x = 330000 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 132000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 132000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 0), (5, 'smsp__inst_executed_op_shared_st.sum', 0),
	(5, 'smsp__inst_executed.sum', 30000000);
