-- SPDX-License-Identifier: MIT
-- A root, a reciprocal and a division, 3 % of the issued instructions each: 27, 27 and 24 % are of such operations, in lines of their own.
-- include: precise.sql
-- expect: headline~"78 % of its instructions", evidence~"square roots 27 %", evidence~"reciprocals 27 %", evidence~"divisions 24 %", evidence~"special.cu:212", advice~"-prec-sqrt=false", headline~"divisions and square roots", advice~"Divide once"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x1c0, 'selected', 300), (2, 0xe0, 'selected', 300),
	(2, 0x2b0, 'selected', 300), (2, 0x370, 'selected', 9100);
