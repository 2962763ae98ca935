-- SPDX-License-Identifier: MIT
-- fires-tiles-read-again.sql, but for the largest difference of two rows, and not for their product: a subtraction for two reads, and a
-- maximum, which is not counted as an operation on numbers.
-- expect: severity=note, headline~"reads each word that it loads 20 times from shared memory, which is at 90 %", advice~"larger tiles"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 17895697), (5, 'dram__bytes_read.sum', 279875584), (5, 'dram__bytes_write.sum', 3035741),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 16), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 12),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 76),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 36.5), (5, 'sm__cycles_active.avg', 976972), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 107397224), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 4869865),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 89478485), (5, 'smsp__sass_thread_inst_executed_op_ffma_pred_on.sum', 0),
	(5, 'smsp__sass_thread_inst_executed_op_fadd_pred_on.sum', 1431656000), (5, 'smsp__sass_thread_inst_executed_op_fmul_pred_on.sum', 0);
