-- SPDX-License-Identifier: MIT
-- As fires-stores-again.sql, but the loop that adds up in memory has a third of the time alone: what all of it has is too few blocks.
-- include: again.sql
-- expect: advice~"fewer than the GPU has SMs", advice!~"in a variable of the thread", evidence!~"same address"
UPDATE launch_shape SET grid_x = 8 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample VALUES (1, 176, 'long_scoreboard', 250, 250), (1, 192, 'selected', 80, 0), (1, 16, 'long_scoreboard', 670, 670);
