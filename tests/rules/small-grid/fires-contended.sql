-- SPDX-License-Identifier: MIT
-- As fires-busy-on-few.sql, but the schedulers of these SMs are busy: on other SMs the warps would not keep one another from issuing.
-- expect: severity=warning, headline~"124 of 132 SMs", advice~"In blocks of 32 they reach 32 SMs instead of 8"
INSERT INTO do_ten_launches VALUES (3);
INSERT INTO do_metric VALUES (3, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 41), (3, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 0.5);
