-- SPDX-License-Identifier: MIT
-- As fires-idle-warps.sql, but one scheduler has much more to do than the others: the warps there may be what takes the time.
-- expect: severity=warning, cost_ns=1400000..1600000, headline~"10 % of the warps touch memory", advice~number of items
UPDATE launch_shape SET grid_x = 330000 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 132000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 132000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 0), (5, 'smsp__inst_executed_op_shared_st.sum', 0),
	(5, 'smsp__inst_executed.sum', 30000000), (5, 'smsp__inst_executed.max', 200000);
