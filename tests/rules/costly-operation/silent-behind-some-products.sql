-- SPDX-License-Identifier: MIT
-- Of five launches one is behind a reduction.
-- include: epilogue.sql
INSERT INTO do_step (i, relu_ns, before) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 40000, iif(i % 5, 7, 11) FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (400000, 7700000);
