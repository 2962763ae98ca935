-- SPDX-License-Identifier: MIT
-- Special functions on shared memory, and no constants that are indexed.
-- include: functions.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0x90, 'short_scoreboard', 8500, 8250),
	(2, 0xc0, 'wait', 1300, 1250),
	(2, 0x50, 'selected', 200, 0);
