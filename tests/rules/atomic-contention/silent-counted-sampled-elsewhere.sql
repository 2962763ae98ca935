-- SPDX-License-Identifier: MIT
-- Counters: half of the requests are reductions, and 640,000 operations, one after another, would take two thirds of the 990,000 cycles; nothing else is busy. But samples find warps nowhere near the
-- operations: for nine tenths of the time they wait for loads, each as long as any memory takes.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 2000000), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (5, 'lts__t_sectors_op_red.sum', 2000000), (5, 'lts__t_sectors_op_atom.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 2000000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 3), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 80), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 24), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 24);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 16, 'long_scoreboard', 900), (2, 0, 'selected', 100);
