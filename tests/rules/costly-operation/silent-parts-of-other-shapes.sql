-- SPDX-License-Identifier: MIT
-- Four kernels of four launch shapes: parts of several arrays.
-- include: part_writes.sql
UPDATE launch_shape SET grid_x = 100 * id WHERE id > 20;
INSERT INTO do_step (i, node_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 75000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (700000, 19400000);
