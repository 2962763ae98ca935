-- SPDX-License-Identifier: MIT
-- 26 % of the samples that queue are at the loads and at what uses them.
-- include: table.sql
-- expect: headline~"queue"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0xf0, 'mio_throttle', 1100, 1080),
	(2, 0x100, 'short_scoreboard', 1100, 1080),
	(2, 0xe0, 'short_scoreboard', 6100, 5950),
	(2, 0xd0, 'long_scoreboard', 400, 380),
	(2, 0xf0, 'selected', 5, 0),
	(2, 0xd0, 'selected', 20, 0),
	(2, 0xa0, 'selected', 160, 0);
