-- SPDX-License-Identifier: MIT
-- As fires-idle-warps.sql, but those that have an item keep memory busy for half of the time, which stays.
-- expect: severity=warning, cost_ns=2450000..2550000, headline~"10 % of the warps touch memory", advice~number of items
UPDATE launch_shape SET grid_x = 330000 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 132000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 132000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 0), (5, 'smsp__inst_executed_op_shared_st.sum', 0),
	(5, 'smsp__inst_executed.sum', 30000000),
	(5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 50);
