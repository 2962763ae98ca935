-- SPDX-License-Identifier: MIT
-- The same with ten.
-- include: reads.sql
-- expect: subject="numbers one by one", occurrences=400
-- expect-count: 2
INSERT INTO do_step (i, reads, kernels, shape) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i, 10, 1, 1 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (200000000, 200005000, 1000);
