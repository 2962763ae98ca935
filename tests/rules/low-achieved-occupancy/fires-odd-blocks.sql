-- SPDX-License-Identifier: MIT
-- 200 blocks of 1,024 threads on 132 SMs, all there at once: 68 SMs have two, which keep them twice as long as one, and the others
-- have nothing to do then. Schedulers issue all the time while they have warps, which is what keeps an SM longer.
-- expect: severity=warning, headline~"68 of 132 SMs have 2 blocks and the others 1", headline~"for 76 % of the time", cost_ns=1180000..1220000, gain_percent=23..24.5, advice~"264 blocks", evidence~"32 % longer than the average"
-- expect-count: 1
UPDATE launch_shape SET grid_x = 200 WHERE id = 6;
INSERT INTO do_ten_launches VALUES (6);
INSERT INTO do_metric VALUES (6, 'sm__warps_active.avg.pct_of_peak_sustained_active', 75), (6, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 99),
	(6, 'sm__cycles_active.avg', 684000), (6, 'sm__cycles_active.max', 900000);
