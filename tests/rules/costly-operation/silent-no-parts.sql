-- SPDX-License-Identifier: MIT
-- Four kernels of another name, as updates of four layers' weights have them, behind a copy of something else.
-- include: part_writes.sql
UPDATE function SET name = replace(name, 'dynamic_update_slice', 'add');
INSERT INTO do_step (i, node_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 75000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (700000, 19400000);
