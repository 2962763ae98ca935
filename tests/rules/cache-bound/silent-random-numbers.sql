-- SPDX-License-Identifier: MIT
-- The counters of fires-l1.sql, of a kernel whose time goes into cuRAND: its user can only call something else.
-- abstains: code of cuRAND
-- include: drawn.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1342177280), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 95), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 94),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 35);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x80, 'long_scoreboard', 900), (2, 0x10, 'wait', 100);
