-- SPDX-License-Identifier: MIT
-- Warps wait in the queue that atomic operations fill, for loads behind them, and for these to end: that is one matter, 85 % of
-- the time. (Too few requests for atomic-contention.)
-- expect: headline~"room in the queue of loads", advice~"atomic operation for each thread", cost_ns=4200000..4300000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0, 'lg_throttle', 350, 350), (2, 16, 'drain', 300, 300), (2, 32, 'long_scoreboard', 200, 200), (2, 48, 'selected', 150, 0);
INSERT INTO do_metric VALUES (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 5), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 10000000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 10000000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 100000);
