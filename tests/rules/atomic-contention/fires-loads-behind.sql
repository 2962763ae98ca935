-- SPDX-License-Identifier: MIT
-- Loads take 4,000 cycles each while L2 and device memory have little to do: they are behind 640,000 operations, a cycle each.
-- include: code.sql
-- expect: severity=warning, subject=large, headline~"its loads wait 4014 cycles each", cost_ns=4400000..4600000, advice~"in a register of each thread"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 20000), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (5, 'lts__t_sectors_op_red.sum', 100000), (5, 'lts__t_sectors_op_atom.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1500000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 3), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 80), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 24), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 24);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 16, 'long_scoreboard', 900), (2, 0, 'selected', 100);
