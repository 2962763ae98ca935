-- SPDX-License-Identifier: MIT
-- A warp waits 144 cycles for each load: such may be what one takes that does not find its constant near by.
-- include: table.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0xf0, 'mio_throttle', 2300, 2200),
	(2, 0x100, 'short_scoreboard', 2300, 2200),
	(2, 0xe0, 'short_scoreboard', 2500, 2450),
	(2, 0xd0, 'long_scoreboard', 1300, 1250),
	(2, 0xf0, 'selected', 20, 0),
	(2, 0xd0, 'selected', 20, 0),
	(2, 0xa0, 'selected', 160, 0);
