-- SPDX-License-Identifier: MIT
-- As in fires-same-rounds.sql, but a round may be the last one, by what others store: the loop waits.
-- include: waiting_rounds.sql
-- expect: headline~"L1 cache", advice~"in a variable of the thread", headline!~"does the same"
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample VALUES (1, 0x190, 'long_scoreboard', 800, 800), (1, 0x180, 'selected', 100, 0), (1, 16, 'long_scoreboard', 50, 50);
INSERT INTO do_metric VALUES (7, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1342177280), (7, 'dram__bytes_read.sum', 33554432), (7, 'dram__bytes_write.sum', 16000000),
	(7, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 20), (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(7, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 95), (7, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 94),
	(7, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 35);
