-- SPDX-License-Identifier: MIT
-- Four kernels in a row write parts of an array, each in 75 us, of which a copy takes 30 us.
-- include: part_writes.sql
-- expect: severity=note, subject=rows of loop_dynamic_update_slice_fusion, occurrences=80, cost_ns=6000000, gain=null, headline~20 rows of kernels loop_dynamic_update_slice_fusion*, evidence~"4 kernels, 300.0 us; the copy of 64.0 MiB before it takes 30.00 us", advice~jnp.stack()
-- expect-count: 1
INSERT INTO do_step (i, node_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 75000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (700000, 19400000);
