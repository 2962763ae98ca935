-- SPDX-License-Identifier: MIT
-- __launch_bounds__(256, 6) leaves the kernel 40 registers: without its six blocks it is 255.
-- include: spilled_blocks.sql
-- expect: severity=note, headline!~indexed, advice~"Allow more registers than 40", advice~"leave out the minimum of blocks", advice!~maxrregcount
UPDATE launch_shape SET registers_per_thread = 40 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
