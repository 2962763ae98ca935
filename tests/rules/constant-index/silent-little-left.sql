-- SPDX-License-Identifier: MIT
-- Beside 32 cycles for each access to shared memory 15 are left to a load.
-- include: table_shared.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0x180, 'mio_throttle', 3000, 2900),
	(2, 0x190, 'short_scoreboard', 3000, 2900),
	(2, 0x160, 'short_scoreboard', 2500, 2450),
	(2, 0x1a0, 'long_scoreboard', 1300, 1250),
	(2, 0x180, 'selected', 20, 0),
	(2, 0x150, 'selected', 5, 0),
	(2, 0x1a0, 'selected', 80, 0);
