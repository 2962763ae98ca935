-- SPDX-License-Identifier: MIT
-- As fires-few-among-loads, but more than half of the warps in the queue are at a load.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 31250), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (5, 'lts__t_sectors_op_red.sum', 375000), (5, 'lts__t_sectors_op_atom.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 125000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 1), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 2), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 1);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'lg_throttle', 340), (2, 128, 'lg_throttle', 360), (2, 128, 'long_scoreboard', 250), (2, 0, 'selected', 50);
