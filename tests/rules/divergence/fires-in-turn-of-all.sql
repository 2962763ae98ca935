-- SPDX-License-Identifier: MIT
-- As fires-seldom-in-turn.sql, but warps wait for their turn: what idle lanes take is missing to others.
-- expect: severity=warning, gain_percent=60..80, headline~"8.0 of 32"
UPDATE launch_shape SET grid_x = 132, block_x = 256 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0), (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 37);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'selected', 185), (2, 'not_selected', 105), (2, 'wait', 710);
