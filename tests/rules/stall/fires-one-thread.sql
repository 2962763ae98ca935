-- SPDX-License-Identifier: MIT
-- A kernel of one thread: what it waits for is said, and that more threads would help whatever that is.
-- expect: severity=note, headline~"runs with one thread", headline~"global, local or texture", advice~many threads
UPDATE launch_shape SET grid_x = 1, block_x = 1 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 900), (2, 16, 'selected', 100, 0);
