-- SPDX-License-Identifier: MIT
-- No reason takes 30 %.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 280, 200), (2, 0, 'wait', 280, 200), (2, 0, 'barrier', 240, 200),
	(2, 0, 'selected', 200, 0);
