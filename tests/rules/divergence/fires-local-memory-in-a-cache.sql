-- SPDX-License-Identifier: MIT
-- A quarter of the lanes are active, and the L2 cache is busy with their local memory: 64 bytes for eight lanes, of which full
-- warps need half for each lane if these need the same places. That is in the error.
-- expect: severity=warning, gain_percent=1..40, evidence~"up to 42 % of its time"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0), (5, 'smsp__sass_average_branch_targets_threads_uniform.pct', 70),
	(5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 20), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 20),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 85), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 85),
	(5, 'smsp__inst_executed_op_local_ld.sum', 500000), (5, 'smsp__inst_executed_op_local_st.sum', 500000),
	(5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum', 32000000), (5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum', 32000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 1000);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'selected', 150), (2, 'wait', 150), (2, 'long_scoreboard', 700);
