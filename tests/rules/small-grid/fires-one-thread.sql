-- SPDX-License-Identifier: MIT
-- One thread takes nearly all of the time.
-- expect: severity=warning, cost_ns=4900000..5000000, headline~"with one thread: 131 of 132", advice~many threads, advice~"if its data need not be copied there"
UPDATE launch_shape SET grid_x = 1, block_x = 1 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
