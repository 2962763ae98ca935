-- SPDX-License-Identifier: MIT
-- The L2 cache is at 50 % of its peak: warps wait for loads because of latency.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 67108864), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 50), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 25),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 50), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 25);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sector_hit_rate.pct', 64), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 48);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 850), (2, 'wait', 50), (2, 'selected', 100);
