-- SPDX-License-Identifier: MIT
-- Half of the bytes of each sector are used. With as many sectors as that fills, the L1 cache would be at 49 % of its peak, and
-- the L2 cache is at 40 %: no room that only uncoalesced accesses leave.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1342177280), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 40), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 98), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 10), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 167772160),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 50);
