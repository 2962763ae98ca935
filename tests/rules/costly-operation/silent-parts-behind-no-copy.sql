-- SPDX-License-Identifier: MIT
-- No copy within the GPU is before the row: what the kernels write is not known.
-- include: part_writes.sql
INSERT INTO do_step (i, node_ns, copy_kind) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 75000, 1 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (700000, 19400000);
