-- SPDX-License-Identifier: MIT
-- As in fires-l2-nearly.sql, but loaded so often that it is a count, and a cache at 57 % of its peak: a part of the cost is not certain, and it is no bound.
-- expect: headline~"at least 9,600 times", not_predicted!~"at most"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 28940697600), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 57), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 8),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 57), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 8),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 8);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sector_hit_rate.pct', 64), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 48);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 850), (2, 'wait', 50), (2, 'selected', 100);
