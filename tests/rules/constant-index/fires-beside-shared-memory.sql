-- SPDX-License-Identifier: MIT
-- The index comes from shared memory, which is read a quarter as often as the table: each load of a constant has 17 cycles of an SM, at
-- least, beside 32 for each access to shared memory.
-- include: table_shared.sql
-- expect: evidence~"at least 17 cycles"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0x180, 'mio_throttle', 3000, 2900),
	(2, 0x190, 'short_scoreboard', 3000, 2900),
	(2, 0x160, 'short_scoreboard', 2500, 2450),
	(2, 0x1a0, 'long_scoreboard', 1300, 1250),
	(2, 0x180, 'selected', 20, 0),
	(2, 0x150, 'selected', 5, 0),
	(2, 0x1a0, 'selected', 93, 0);
