-- SPDX-License-Identifier: MIT
-- Half of the warps that fit, but device memory is busy for 80 % of the time: more warps would hide little.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 50), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 80);
