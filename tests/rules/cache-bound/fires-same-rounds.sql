-- SPDX-License-Identifier: MIT
-- A loop that stores the same in each round: its time is the cost, whatever the cache leaves.
-- include: same_rounds.sql
-- expect: headline~"a loop does the same in each of its rounds", advice~"Leave the loop out", advice!~"Add up", advice!~"16 bytes", evidence~"stores the same to the same ones", cost_ns=4300000..5000000
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample VALUES (1, 1024, 'long_scoreboard', 800, 800), (1, 1040, 'selected', 100, 0), (1, 16, 'long_scoreboard', 50, 50);
INSERT INTO do_metric VALUES (7, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1342177280), (7, 'dram__bytes_read.sum', 33554432), (7, 'dram__bytes_write.sum', 16000000),
	(7, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 20), (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(7, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 95), (7, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 94),
	(7, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 35);
