-- SPDX-License-Identifier: MIT
-- A warp waits 157 cycles for each load, at least.
-- include: table.sql
-- expect: evidence~"a warp waits 157 cycles"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0xf0, 'mio_throttle', 2500, 2400),
	(2, 0x100, 'short_scoreboard', 2500, 2400),
	(2, 0xe0, 'short_scoreboard', 2500, 2450),
	(2, 0xd0, 'long_scoreboard', 1300, 1250),
	(2, 0xf0, 'selected', 20, 0),
	(2, 0xd0, 'selected', 20, 0),
	(2, 0xa0, 'selected', 160, 0);
