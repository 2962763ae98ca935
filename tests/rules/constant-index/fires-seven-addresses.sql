-- SPDX-License-Identifier: MIT
-- Each load has 17 cycles of an SM, at least.
-- include: table.sql
-- expect: evidence~"at least 17 cycles"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0xf0, 'mio_throttle', 3000, 2900),
	(2, 0x100, 'short_scoreboard', 3000, 2900),
	(2, 0xe0, 'short_scoreboard', 2500, 2450),
	(2, 0xd0, 'long_scoreboard', 1300, 1250),
	(2, 0xf0, 'selected', 20, 0),
	(2, 0xd0, 'selected', 20, 0),
	(2, 0xa0, 'selected', 78, 0);
