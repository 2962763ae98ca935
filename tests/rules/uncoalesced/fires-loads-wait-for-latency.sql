-- SPDX-License-Identifier: MIT
-- Loads of scattered words, for which full SMs wait 90 % of the time. No unit that moves data has more to do than 30 % of its peak, and the sectors take an SM 26 % of its cycles: what is left of the time is
-- latency, which a load of one sector has, too. So the sectors in excess, 84 % of them, cost no more than that much of the 30 %.
-- expect: severity=warning, headline~"at most 16 %", cost_ns=1200000..1300000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1060000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 33920000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 30), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 30), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 6),
	(5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 90), (5, 'sm__cycles_active.avg', 990000);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 900), (2, 'wait', 50), (2, 'selected', 50);
