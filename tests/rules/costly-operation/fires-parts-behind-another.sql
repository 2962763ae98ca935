-- SPDX-License-Identifier: MIT
-- Another kernel is between the copy and the row.
-- include: part_writes.sql
-- expect: occurrences=60, cost_ns=4500000
-- expect-count: 1
UPDATE launch_shape SET grid_x = 16875 WHERE id = 33;
INSERT INTO do_step (i, node_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 75000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (700000, 19400000);
