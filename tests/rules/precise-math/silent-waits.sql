-- SPDX-License-Identifier: MIT
-- Half of the instructions are of roots, but the schedulers issue in 59 % of the cycles: the kernel waits for something else.
-- include: precise.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 59), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x1c0, 'selected', 60), (2, 0x370, 'selected', 940);
