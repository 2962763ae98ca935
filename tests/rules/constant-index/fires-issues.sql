-- SPDX-License-Identifier: MIT
-- 59 % of the cycles issue.
-- include: table.sql
-- expect: cost_ns=2050000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 59);
INSERT INTO do_sample VALUES (2, 0xf0, 'mio_throttle', 3000, 2900),
	(2, 0x100, 'short_scoreboard', 3000, 2900),
	(2, 0xe0, 'short_scoreboard', 2500, 2450),
	(2, 0xd0, 'long_scoreboard', 1300, 1250),
	(2, 0xa0, 'selected', 200, 0);
