-- SPDX-License-Identifier: MIT
-- All launches were measured, so that none has times: the counters say how long they took.
-- expect: severity=warning, gain=null, headline~"16.0 of 32", not_predicted~"metrics-launches", cost_ns=1800000..1950000
INSERT INTO do_ten_launches VALUES (5);
UPDATE kernel SET start_ns = NULL, duration_ns = NULL;
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 16.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (5, 'gpu__time_duration.sum', 500000);
