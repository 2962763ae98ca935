-- SPDX-License-Identifier: MIT
-- Samples find warps in the queue for a third of the time; the others wait for what the operations return. Counters: half of the requests are reductions, 500 us are 990,000 cycles, and 1,000,000 operations on two
-- sectors a request would take all of them. Nothing else is busy.
-- include: code.sql
-- expect: headline~"queue for atomic operations 35 %", cost_ns>=4500000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 31250), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (5, 'lts__t_sectors_op_red.sum', 62500), (5, 'lts__t_sectors_op_atom.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 31250),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 2), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 1);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'lg_throttle', 350), (2, 432, 'long_scoreboard', 600), (2, 0, 'selected', 50);
