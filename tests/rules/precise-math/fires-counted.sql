-- SPDX-License-Identifier: MIT
-- Counted, not sampled.
-- include: precise.sql
-- expect: headline~"45 % of its instructions", evidence~"square roots 45 %", headline~"round square roots of floats", advice~"-prec-sqrt=false", advice!~"Divide once", advice!~"prec-div"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_count VALUES (5, 0x1c0, 'smsp__sass_inst_executed', 50), (5, 0x370, 'smsp__sass_inst_executed', 950);
