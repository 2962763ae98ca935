-- SPDX-License-Identifier: MIT
-- The index comes from shared memory, which is read as often: bank conflicts may be what takes the time.
-- include: table_shared.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0x180, 'mio_throttle', 3000, 2900),
	(2, 0x190, 'short_scoreboard', 3000, 2900),
	(2, 0x160, 'short_scoreboard', 2500, 2450),
	(2, 0x190, 'long_scoreboard', 1300, 1250),
	(2, 0x180, 'selected', 20, 0),
	(2, 0xa0, 'selected', 160, 0),
	(2, 0x150, 'selected', 20, 0),
	(2, 0x160, 'selected', 20, 0);
