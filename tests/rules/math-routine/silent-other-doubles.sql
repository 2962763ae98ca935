-- SPDX-License-Identifier: MIT
-- exp() of doubles is inlined: no routine.
-- include: double_exp.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x100, 'selected', 500, 0), (2, 0x200, 'selected', 500, 0);
