-- SPDX-License-Identifier: MIT
-- A bit more than a tenth of the samples: seen as ten percent, and counted.
-- include: power.sql
-- expect: cost_ns=504000..506000, evidence~"issuing in 80 %"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x700, 'selected', 101, 0), (2, 0x100, 'selected', 879, 0), (2, 0xb0, 'selected', 20, 0);
