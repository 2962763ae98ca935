-- SPDX-License-Identifier: MIT
-- Of a hundred waves of blocks few have something to do, and the others end at once: an average block lives for 5 us. The
-- SM with most to do is active for 1.47 times as long as the average one, and its schedulers are busy while they have work.
-- expect: severity=warning, gain=null, headline~"on average its SMs have work for 68 % of the time: a few have most to do", cost_ns=1500000..1650000
-- expect-count: 1
UPDATE launch_shape SET grid_x = 105600 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 40), (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 72.4),
	(5, 'smsp__inst_executed.sum', 157800000), (5, 'smsp__inst_executed.max', 482030),
	(5, 'sm__cycles_active.avg', 413798), (5, 'sm__cycles_active.max', 606441);
