-- SPDX-License-Identifier: MIT
-- As fires-loads-wait-for-latency.sql, but for half of the time warps wait for room in the queue to the L1 cache: sectors in excess are what fills it.
-- expect: severity=warning, headline~"at most 16 %", cost_ns=2050000..2150000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1060000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 33920000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 30), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 30), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 6),
	(5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 90), (5, 'sm__cycles_active.avg', 990000);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 400), (2, 'lg_throttle', 500), (2, 'wait', 50), (2, 'selected', 50);
