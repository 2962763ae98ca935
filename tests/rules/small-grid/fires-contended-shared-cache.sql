-- SPDX-License-Identifier: MIT
-- The same of the L2 cache, which all SMs share.
-- expect: severity=warning, headline~"124 of 132 SMs", advice!~"In blocks of"
INSERT INTO do_ten_launches VALUES (3);
INSERT INTO do_metric VALUES (3, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 3), (3, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 0.5), (3, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 5.4),
 (3, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 5.4), (3, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 2), (3, 'sm__cycles_active.avg', 61), (3, 'sm__cycles_active.max', 1000);
