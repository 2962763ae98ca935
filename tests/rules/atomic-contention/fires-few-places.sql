-- SPDX-License-Identifier: MIT
-- The queue is full, the operations of a warp go to many sectors, which are in L2, and that has little to do: they wait for few of them.
-- include: code.sql
-- expect: severity=warning, subject=large, headline~"queue for atomic operations 70 %", advice~"to few places"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 300000), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (5, 'lts__t_sectors_op_red.sum', 12000000), (5, 'lts__t_sectors_op_atom.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 300000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 3), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 24), (5, 'dram__bytes_read.sum', 60000000), (5, 'dram__bytes_write.sum', 60000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'lg_throttle', 700), (2, 432, 'long_scoreboard', 250), (2, 0, 'selected', 50);
