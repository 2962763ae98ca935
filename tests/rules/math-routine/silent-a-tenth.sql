-- SPDX-License-Identifier: MIT
-- As fires-a-tenth.sql, with a bit less.
-- include: power.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x700, 'selected', 99, 0), (2, 0x100, 'selected', 881, 0), (2, 0xb0, 'selected', 20, 0);
