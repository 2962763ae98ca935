-- SPDX-License-Identifier: MIT
-- A cache is busy with local memory for 88 % of the time, and a pipe with something else for 70 %: without local memory the
-- kernel takes no less than that.
-- include: mixed.sql
-- expect: subject=large, cost_ns=1490000..1510000, evidence~"70 % of its time, which it needs for other"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 60), (5, 'smsp__inst_executed.sum', 100000),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 70), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 88),
	(5, 'smsp__inst_executed_op_local_ld.sum', 8000), (5, 'smsp__inst_executed_op_local_st.sum', 1000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 0), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 0),
	(5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum', 1440000), (5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum', 1440000);
INSERT INTO do_sample VALUES (2, 0x140, 'long_scoreboard', 310, 50), (2, 0x120, 'not_selected', 690, 100);
