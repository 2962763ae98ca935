-- SPDX-License-Identifier: MIT
-- 128 blocks of four warps on 132 SMs, each of which holds sixteen of them: a scheduler has one warp, and nothing to do while
-- that one waits. Nothing was counted: a note.
-- expect: severity=note, gain=null, cost_ns=4650000..4750000, headline~"holds 2,112 of them", evidence~"one for each"
UPDATE launch_shape SET grid_x = 128, block_x = 128 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
