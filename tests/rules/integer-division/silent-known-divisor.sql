-- SPDX-License-Identifier: MIT
-- Code that divides no integers.
-- include: doubles.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 70), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x90, 'short_scoreboard', 400, 380), (2, 0xc0, 'wait', 300, 280), (2, 0x50, 'selected', 300, 0);
