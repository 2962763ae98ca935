-- SPDX-License-Identifier: MIT
-- 24 % of them: something else fills the queue.
-- include: table.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0xf0, 'mio_throttle', 1000, 980),
	(2, 0x100, 'short_scoreboard', 1000, 980),
	(2, 0xe0, 'short_scoreboard', 6300, 6150),
	(2, 0xd0, 'long_scoreboard', 400, 380),
	(2, 0xf0, 'selected', 5, 0),
	(2, 0xd0, 'selected', 20, 0),
	(2, 0xa0, 'selected', 160, 0);
