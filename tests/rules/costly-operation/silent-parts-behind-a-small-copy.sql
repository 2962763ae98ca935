-- SPDX-License-Identifier: MIT
-- The copy before the row is of a counter: that it takes less than a kernel tells nothing.
-- include: part_writes.sql
INSERT INTO do_step (i, node_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 75000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (700000, 19400000);
UPDATE copy SET size_bytes = 4, duration_ns = 1500;
