-- SPDX-License-Identifier: MIT
-- 9.4 % of the instructions.
-- include: precise.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x2b0, 'selected', 118), (2, 0x370, 'selected', 9882);
