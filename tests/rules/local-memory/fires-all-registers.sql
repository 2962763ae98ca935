-- SPDX-License-Identifier: MIT
-- The kernel needs more than the 255 registers that a thread can have: nothing allows it more.
-- include: spilled_all.sql
-- expect: severity=note, headline!~indexed, advice~"It has 255 registers, and a thread can have no more: hold fewer values", advice!~"Allow more"
UPDATE launch_shape SET registers_per_thread = 255 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
