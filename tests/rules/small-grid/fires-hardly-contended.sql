-- SPDX-License-Identifier: MIT
-- As fires-contended.sql, with a bit less.
-- expect: severity=warning, headline~"124 of 132 SMs", advice!~"In blocks of"
INSERT INTO do_ten_launches VALUES (3);
INSERT INTO do_metric VALUES (3, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 39), (3, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 0.5);
