-- SPDX-License-Identifier: MIT
-- As fires-l1.sql, and shared memory is used for 30 % of the time, in the same unit: the other loads are most of what it does.
-- expect: severity=warning, headline~L1 cache
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1342177280), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 95), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 94),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 35), (5, 'sm__cycles_active.avg', 30403141), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 1203000000), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 0);
