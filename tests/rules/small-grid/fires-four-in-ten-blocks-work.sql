-- SPDX-License-Identifier: MIT
-- Ten blocks, of which four have something to do: SMs have a warp for 4/132 of the cycles of the busiest, on average.
-- expect: evidence~"at work 4.01 of its 10 blocks", advice~"leaves further blocks as idle"
INSERT INTO do_ten_launches VALUES (5);
UPDATE launch_shape SET grid_x = 10, grid_y = 1, grid_z = 1 WHERE id = 5;
INSERT INTO do_metric VALUES (5, 'sm__cycles_active.avg', 30400), (5, 'sm__cycles_active.max', 1000000);
