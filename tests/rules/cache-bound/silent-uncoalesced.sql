-- SPDX-License-Identifier: MIT
-- Each request touches 32 sectors of which an eighth is used: the cache is busy with what nobody needs.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1342177280), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 95), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 6),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 4), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 41943040), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5);
