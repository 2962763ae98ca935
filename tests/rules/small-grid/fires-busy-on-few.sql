-- SPDX-License-Identifier: MIT
-- Eight blocks issue in 20 % of the cycles of the SMs that they are on, which is 1.2 % of what all 132 can: as much could be won, though not by smaller blocks: each warp is alone in most of these cycles.
-- expect: severity=warning, headline~"124 of 132 SMs", advice!~"In blocks of", cost_ns=4900000..4960000
INSERT INTO do_ten_launches VALUES (3);
INSERT INTO do_metric VALUES (3, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 20), (3, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 0.5);
