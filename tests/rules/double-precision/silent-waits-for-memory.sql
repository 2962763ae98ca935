-- SPDX-License-Identifier: MIT
-- As fires-constants.sql, but its warps wait for what they load, also where the arithmetic is.
-- include: doubles.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0x90, 'long_scoreboard', 700, 680), (2, 0xc0, 'barrier', 100, 100), (2, 0xd0, 'lg_throttle', 195, 150),
	(2, 0xc0, 'wait', 5, 5);
