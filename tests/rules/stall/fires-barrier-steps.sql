-- SPDX-License-Identifier: MIT
-- Warps wait at the barrier of a loop for most of the time, and between barriers a quarter of the threads have work.
-- expect: headline~"at __syncthreads() 70 %", evidence~"at work 31 % of the threads", advice~"Most threads of the block come to barriers"
-- include: tree_of_items.sql
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample VALUES (1, 0x100, 'barrier', 700, 650), (1, 0x150, 'short_scoreboard', 180, 150), (1, 0x180, 'selected', 20, 0), (1, 0, 'long_scoreboard', 100, 100);
INSERT INTO do_count VALUES (7, 0xf0, 'smsp__sass_inst_executed', 1000000),
	(7, 0x150, 'smsp__sass_inst_executed', 1000000), (7, 0x150, 'smsp__sass_thread_inst_executed', 32000000), (7, 0x150, 'smsp__sass_thread_inst_executed_pred_on', 7500000),
	(7, 0x180, 'smsp__sass_inst_executed', 1000000), (7, 0x180, 'smsp__sass_thread_inst_executed', 32000000), (7, 0x180, 'smsp__sass_thread_inst_executed_pred_on', 32000000);
