-- SPDX-License-Identifier: MIT
-- A reciprocal root, which is approximate.
-- include: functions.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 160, 'selected', 900), (2, 176, 'selected', 100);
