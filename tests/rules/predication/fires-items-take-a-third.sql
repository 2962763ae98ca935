-- SPDX-License-Identifier: MIT
-- As in fires-few-items-of-a-thread.sql, but what comes before the steps takes two thirds of the time: they are not most of it.
-- include: tree_of_items.sql
-- expect: headline~"predicates switch off", advice!~"many items"
UPDATE launch_shape SET grid_x = 21120 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32.0),
	(7, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 21.7), (7, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 80);
INSERT INTO do_sample VALUES (1, 0xd0, 'long_scoreboard', 670, 670), (1, 0x140, 'short_scoreboard', 250, 250), (1, 0x240, 'selected', 80, 0);
