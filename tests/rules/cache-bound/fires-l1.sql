-- SPDX-License-Identifier: MIT
-- A product of 2048 x 2048: each warp and step loads five sectors. 42.9 GB of 96 MB, at 95 % of what the L1 cache delivers.
-- The unit of loads counts as computing, too.
-- expect: severity=warning, subject=large, gain=null, headline~L1 cache, headline~"at least 445 times", advice~register, cost_ns=3100000..3200000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1342177280), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 95), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 94),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 35);
