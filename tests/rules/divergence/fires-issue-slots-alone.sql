-- SPDX-License-Identifier: MIT
-- With the default counters only issue slots are known: the part of the time in which instructions were issued
-- shrinks, the rest stays. 60 % of 1 - 8/32 is 45 %.
-- expect: gain_percent=42..46, headline~"8.0 of 32", evidence~"60 % of its time"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 60);
