-- SPDX-License-Identifier: MIT
-- fires-l1.sql by a loop that stores to the same address in each round. A third of the kernel's time goes with another shape: samples are of both, and tell
-- the loop all the same.
-- include: again.sql
-- expect: severity=warning, headline~"L1 cache", advice~__restrict__, evidence~"same address", advice!~"4 x 4"
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (46000, 5020000, 2500000, 3);
INSERT INTO do_sample VALUES (1, 176, 'long_scoreboard', 800, 800), (1, 192, 'selected', 100, 0), (1, 16, 'long_scoreboard', 50, 50);
INSERT INTO do_metric VALUES (7, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1342177280), (7, 'dram__bytes_read.sum', 33554432), (7, 'dram__bytes_write.sum', 16000000),
	(7, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 20), (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(7, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 95), (7, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 94),
	(7, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 35);
