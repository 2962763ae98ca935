-- SPDX-License-Identifier: MIT
-- Without counters: the code stores four bytes in each thread, and does nothing else.
-- include: short.sql
-- expect: severity=warning, cost_ns=4300000..4999000, advice~"1,056 of 256 threads"
UPDATE launch_shape SET grid_x = 800000, block_x = 32 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
