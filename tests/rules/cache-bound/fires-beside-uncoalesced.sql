-- SPDX-License-Identifier: MIT
-- Half of the bytes of each sector are used: fragments of 8 rows. With as many sectors as that fills, the L1 cache would be
-- at 49 % of its peak, and nothing else has as much to do; the input would still be loaded 223 times.
-- expect: severity=warning, gain=null, headline~L1 cache, headline~"at least 445 times", evidence~"50 % of the bytes", evidence~"each byte would still be loaded 223 times", cost_ns=1450000..1500000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1342177280), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 98), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 10), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 167772160),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 50);
