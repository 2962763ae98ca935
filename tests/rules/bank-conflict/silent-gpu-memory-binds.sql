-- SPDX-License-Identifier: MIT
-- As fires-column.sql, in a kernel that moves data at 85 % of what GPU memory can: the passes hide behind that.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 32000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 31000), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 1000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 0),
	(5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 85), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 60),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 85), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 40);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'short_scoreboard', 300), (2, 'mio_throttle', 200), (2, 'wait', 500);
