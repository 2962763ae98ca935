-- SPDX-License-Identifier: MIT
-- A kernel of one thread: the rule small-grid has said so, and nothing else is wrong with what it waits for.
UPDATE launch_shape SET grid_x = 1, block_x = 1 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 900), (2, 16, 'selected', 100, 0);
