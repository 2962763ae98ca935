-- SPDX-License-Identifier: MIT
-- Few blocks, whose time is in a loop that adds up in memory: that comes first, whatever the grid.
-- include: again.sql
-- expect: advice~"in a variable of the thread", advice~__restrict__, evidence~"same address"
UPDATE launch_shape SET grid_x = 8 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample VALUES (1, 176, 'long_scoreboard', 800, 800), (1, 192, 'selected', 100, 0), (1, 16, 'long_scoreboard', 50, 50);
