-- SPDX-License-Identifier: MIT
-- The same as fires-numbers-one-by-one.sql with an operation on an array of eight blocks before each number, which each may need.
-- include: reads.sql
-- expect: subject!~numbers
-- expect-count: 1
INSERT INTO do_step (i, reads, kernels, shape) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i, 50, 1, 3 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (200000000, 200005000, 1000);
