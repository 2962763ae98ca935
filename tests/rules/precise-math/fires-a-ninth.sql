-- SPDX-License-Identifier: MIT
-- 10.6 % of the instructions.
-- include: precise.sql
-- expect: severity=note, gain=null, headline~"11 % of its instructions", evidence~"divisions 11 %", evidence!~roots, headline~"round divisions of floats", advice~"-prec-div=false", advice!~"-prec-sqrt", advice!~"roots", cost_ns=520000..535000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x2b0, 'selected', 132), (2, 0x370, 'selected', 9868);
