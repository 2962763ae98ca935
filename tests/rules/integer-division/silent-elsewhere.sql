-- SPDX-License-Identifier: MIT
-- The kernel divides, but its time is elsewhere.
-- include: division.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 70), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x240, 'wait', 10, 50), (2, 0x290, 'selected', 990, 0);
