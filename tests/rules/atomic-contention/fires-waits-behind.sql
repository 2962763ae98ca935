-- SPDX-License-Identifier: MIT
-- Warps wait for memory, but load next to nothing: it is the atomic operations that they wait for, and no load takes so long.
-- include: code.sql
-- expect: severity=warning, subject=large, headline~"its warps wait for memory 90 % of the time", headline!~"loads"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 20000), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (5, 'lts__t_sectors_op_red.sum', 100000), (5, 'lts__t_sectors_op_atom.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 19000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 3), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 80), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 24), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 24);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 16, 'long_scoreboard', 900), (2, 0, 'selected', 100);
