-- SPDX-License-Identifier: MIT
-- A kernel of PyTorch's: nobody compiles that anew.
-- include: precise.sql
UPDATE function SET name = '_ZN2at6native5largeEPf' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x1c0, 'selected', 80), (2, 0x370, 'selected', 920);
