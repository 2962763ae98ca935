-- SPDX-License-Identifier: MIT
-- The L2 cache is at 81.3 % of its peak, device memory at 61.0 %: 24.9 % of the time could be won, a tenth of a percent less than
-- what counts in full.
-- expect: severity=note, gain=null, headline~"the L2 cache", cost_ns=1200000..1250000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 67108864), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 81.3), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 61.0),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 81.3), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 10), (5, 'l1tex__t_sector_hit_rate.pct', 66);
