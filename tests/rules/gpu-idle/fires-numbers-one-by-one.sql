-- SPDX-License-Identifier: MIT
-- 40 steps, behind each of which the host takes 50 numbers one by one, each multiplied before.
-- include: reads.sql
-- expect: subject="numbers one by one", severity=warning, occurrences=2000, cost_ns=90000000..100000000, gain=null, headline~"some 50 in a row, each waited for, 100 % of it in step() train.py:20", advice~"in one copy", advice~tolist()
-- expect-count: 2
INSERT INTO do_step (i, reads, kernels, shape) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i, 50, 1, 1 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (200000000, 200005000, 1000);
