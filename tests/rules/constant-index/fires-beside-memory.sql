-- SPDX-License-Identifier: MIT
-- fires-by-data.sql, but device memory is at 70 % of its peak: no more than the rest can be won.
-- include: table.sql
-- expect: cost_ns=1270000..1280000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 70);
INSERT INTO do_sample VALUES (2, 0xf0, 'mio_throttle', 3000, 2900),
	(2, 0x100, 'short_scoreboard', 3000, 2900),
	(2, 0xe0, 'short_scoreboard', 2500, 2450),
	(2, 0xd0, 'long_scoreboard', 1300, 1250),
	(2, 0xf0, 'selected', 20, 0),
	(2, 0xd0, 'selected', 20, 0),
	(2, 0xa0, 'selected', 160, 0);
