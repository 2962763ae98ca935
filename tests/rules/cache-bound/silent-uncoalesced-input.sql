-- SPDX-License-Identifier: MIT
-- Half of the bytes of each sector are used; 420 MB of 96 MB, but what is used of them is no more than twice the input:
-- nothing is loaded again that need not be.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 13107200), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 99), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 10), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1638400),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 50);
