-- SPDX-License-Identifier: MIT
-- Ten blocks, all of which work, most of the time.
-- expect: advice~"at least one block", advice!~"First find out why", evidence!~"at work"
INSERT INTO do_ten_launches VALUES (5);
UPDATE launch_shape SET grid_x = 10, grid_y = 1, grid_z = 1 WHERE id = 5;
INSERT INTO do_metric VALUES (5, 'sm__cycles_active.avg', 72000), (5, 'sm__cycles_active.max', 1000000);
