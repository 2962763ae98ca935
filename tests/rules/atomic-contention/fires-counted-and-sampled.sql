-- SPDX-License-Identifier: MIT
-- As silent-counted-sampled-elsewhere.sql, but half of the time warps wait at the operations, for what was sent before: no more than that goes with them.
-- include: code.sql
-- expect: severity=warning, headline~"wait for one another", cost_ns=2450000..2550000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 2000000), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (5, 'lts__t_sectors_op_red.sum', 2000000), (5, 'lts__t_sectors_op_atom.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 2000000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 3), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 80), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 24), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 24);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 16, 'long_scoreboard', 400), (2, 432, 'long_scoreboard', 500), (2, 0, 'selected', 100);
