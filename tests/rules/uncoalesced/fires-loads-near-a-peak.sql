-- SPDX-License-Identifier: MIT
-- As fires-loads-wait-for-latency.sql, but the L2 cache is near its peak: warps wait for their turn there, and 84 % of that time may be won.
-- expect: severity=warning, headline~"at most 16 %", cost_ns=3700000..3800000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1060000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 33920000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 60), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 60), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 6),
	(5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 90), (5, 'sm__cycles_active.avg', 990000);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 900), (2, 'wait', 50), (2, 'selected', 50);
