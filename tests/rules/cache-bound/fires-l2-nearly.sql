-- SPDX-License-Identifier: MIT
-- The L2 cache is at 59.8 % of its peak, and warps wait for loads for nine tenths of their time: neither of both alone
-- decides, and a tenth of a percent must not. Latency is named beside the cache.
-- expect: severity=warning, headline~"the L1 cache has 64 %", headline~"delivers the rest, is at 60 %", evidence~"wait for loads for 85 %", evidence~"48 % of the warps", advice~"Or have more loads on their way", cost_ns=2800000..2900000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 67108864), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 59.8), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 25),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 59.8), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 25);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sector_hit_rate.pct', 64), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 48);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 850), (2, 'wait', 50), (2, 'selected', 100);
