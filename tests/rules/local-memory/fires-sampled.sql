-- SPDX-License-Identifier: MIT
-- Samples find warps waiting for what they loaded from local memory, and the schedulers busy for a fifth of the time: 80 %
-- is the most that local memory can cost, though no counter of it was recorded.
-- include: mixed.sql
-- expect: subject=large, cost_ns=3950000..4050000, gain=null, headline~"82 % of their time", evidence~"20 % of its time, which"
-- expect-count: 1
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 20), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x140, 'long_scoreboard', 790, 700), (2, 0x120, 'wait', 180, 50), (2, 0x1c0, 'lg_throttle', 30, 20);
