-- SPDX-License-Identifier: MIT
-- Accesses that are uncoalesced, in a loop that adds up in memory: that is said as well.
-- include: again.sql
-- expect: advice~"Let neighbouring threads access", advice~"in a variable of the thread", evidence~"same address"
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 55), (7, 'lts__t_sectors_op_read.sum', 320000),
	(7, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 320000), (7, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 10000),
	(7, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (1, 176, 'long_scoreboard', 800, 800), (1, 192, 'selected', 100, 0), (1, 16, 'long_scoreboard', 50, 50);
