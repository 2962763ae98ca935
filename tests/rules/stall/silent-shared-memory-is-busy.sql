-- SPDX-License-Identifier: MIT
-- Warps wait for shared memory, which serves them in 95 of 100 cycles: it is busy, and no latency is left to hide.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__cycles_active.avg', 900000), (5, 'smsp__inst_executed.sum', 1000000),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 20),
	(5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 100000000),
	(5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 12860000);
INSERT INTO do_sample VALUES (2, 0, 'short_scoreboard', 900, 800), (2, 16, 'selected', 100, 0);
