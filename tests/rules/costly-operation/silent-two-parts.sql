-- SPDX-License-Identifier: MIT
-- Two parts in a row.
-- include: part_writes.sql
INSERT INTO do_step (i, node_ns, nodes) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 90000, 2 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (700000, 19400000);
