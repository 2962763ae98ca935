-- SPDX-License-Identifier: MIT
-- fires-by-data.sql, with a hundredth of its samples.
-- include: table.sql
-- abstains: record with --stalls
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0xf0, 'mio_throttle', 28, 27),
	(2, 0x100, 'short_scoreboard', 28, 27),
	(2, 0xe0, 'short_scoreboard', 23, 23),
	(2, 0xd0, 'long_scoreboard', 12, 11),
	(2, 0xf0, 'selected', 0, 0),
	(2, 0xd0, 'selected', 0, 0),
	(2, 0xa0, 'selected', 1, 0);
