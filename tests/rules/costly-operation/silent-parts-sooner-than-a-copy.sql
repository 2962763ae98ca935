-- SPDX-License-Identifier: MIT
-- Each part takes less than the copy of the array: they are as cheap as they can be.
-- include: part_writes.sql
INSERT INTO do_step (i, node_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 25000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (700000, 19400000);
