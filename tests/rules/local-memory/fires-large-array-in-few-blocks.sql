-- SPDX-License-Identifier: MIT
-- As in fires-large-array.sql, but two blocks for each SM, where eight fit: what is there at a time is the arrays of these. A block's are more than it can have
-- of shared memory; those of its elements that are used may be less.
-- expect: subject=large, evidence~"2.00 MiB at a time on an SM", advice~"as large as it is declared", advice~"a block's take 1.00 MiB, and it can have 227 KiB of shared memory. Declare no more elements than are used"
-- include: large_array.sql
UPDATE launch_shape SET grid_x = 264 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
