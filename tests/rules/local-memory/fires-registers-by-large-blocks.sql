-- SPDX-License-Identifier: MIT
-- As fires-registers-by-threads.sql, and it is launched with so many threads.
-- include: spilled_threads.sql
-- expect: severity=note, advice~"blocks of 1,024 threads leave 64. Launch smaller ones"
UPDATE launch_shape SET registers_per_thread = 64, block_x = 1024 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
