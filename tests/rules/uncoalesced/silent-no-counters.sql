-- SPDX-License-Identifier: MIT
-- The default counters do not count accesses.
-- abstains: --metrics=memory
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 20);
