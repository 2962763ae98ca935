-- SPDX-License-Identifier: MIT
-- Ten numbers in each third step are 3 % of the time.
-- include: reads.sql
-- expect: subject!~numbers
-- expect-count: 1
INSERT INTO do_step (i, reads, kernels, shape) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i, CASE WHEN i % 3 = 0 THEN 10 ELSE 0 END, 1, 1 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (200000000, 200005000, 1000);
