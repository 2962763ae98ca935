-- SPDX-License-Identifier: MIT
-- fires-imbalance.sql, where nothing says how busy caches and pipes are: whether they have time for more warps is not known.
-- expect: severity=warning, gain=null, cost_ns=3700000..3800000, headline~unequal, evidence~"few units measured"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 800), (2, 16, 'selected', 100, 0);
