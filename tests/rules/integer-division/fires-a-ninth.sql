-- SPDX-License-Identifier: MIT
-- 11 % of what is issued.
-- include: division.sql
-- expect: headline~"11 % of its time"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 70), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x1b0, 'selected', 110, 0), (2, 0x240, 'wait', 10, 5), (2, 0x290, 'selected', 890, 0);
