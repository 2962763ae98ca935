-- SPDX-License-Identifier: MIT
-- Four blocks of 256 threads are 32 warps: smaller blocks would not give each of the SMs one. What a thread does has to be divided.
-- expect: subject=large, advice~"All its threads are 32 warps", advice!~"better", advice~"and a launch does not need what the one before it left"
UPDATE launch_shape SET grid_x = 4, block_x = 256 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
