-- SPDX-License-Identifier: MIT
-- One SM is active for 2.4 times as long as the average one, and a scheduler executes three times its part: most SMs have nothing left to do.
-- expect: severity=warning, gain=null, headline~"on average its SMs have work for 42 % of the time", evidence~"2.4 times as long as with equal blocks", cost_ns>=2000000
-- expect-count: 1
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 95), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'smsp__inst_executed.sum', 832768), (5, 'smsp__inst_executed.max', 4752),
	(5, 'sm__cycles_active.avg', 16900), (5, 'sm__cycles_active.max', 40560);
