-- SPDX-License-Identifier: MIT
-- Threads try to take locks, of which there are many: what is scattered is these, which atomic-contention tells.
-- include: lock.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x110, 'selected', 200), (2, 0x120, 'long_scoreboard', 300), (2, 0x130, 'branch_resolving', 100),
	(2, 0x160, 'membar', 200), (2, 0x1b0, 'long_scoreboard', 200);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 1000000), (5, 'lts__t_sectors_op_red.sum', 0), (5, 'lts__t_sectors_op_atom.sum', 32000000), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 100000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 100000), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 45);
