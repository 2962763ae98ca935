-- SPDX-License-Identifier: MIT
-- A ReLU of 40 us is behind each of 20 products.
-- include: epilogue.sql
-- expect: severity=note, subject=operations behind matrix products, occurrences=20, cost_ns=800000, gain=null, headline~"in 20 kernels", advice~_addmm_activation, evidence~launch_clamp_scalar
-- expect-count: 1
INSERT INTO do_step (i, relu_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 40000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (400000, 7700000);
