-- SPDX-License-Identifier: MIT
-- Ten blocks with unlike work: seven of them are there on average. More of them may well help.
-- expect: advice~"at least one block", advice!~"First find out why", evidence!~"at work"
INSERT INTO do_ten_launches VALUES (5);
UPDATE launch_shape SET grid_x = 10, grid_y = 1, grid_z = 1 WHERE id = 5;
INSERT INTO do_metric VALUES (5, 'sm__cycles_active.avg', 53000), (5, 'sm__cycles_active.max', 1000000);
