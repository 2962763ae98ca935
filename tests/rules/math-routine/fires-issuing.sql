-- SPDX-License-Identifier: MIT
-- The schedulers are busy: half of what is issued is of pow(), wherever warps wait. The place is where it is called.
-- include: power.sql
-- expect: severity=note, subject=large, cost_ns=2490000..2510000, gain=null, headline~"pow() of doubles takes 50 % of its time", evidence~"called at special.cu:", file~special.cu, line>=1, advice~"x * x for pow(x, 2)"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x700, 'selected', 400, 0), (2, 0x700, 'long_scoreboard', 100, 0), (2, 0x100, 'selected', 380, 0), (2, 0xb0, 'selected', 20, 0);
