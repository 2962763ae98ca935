-- SPDX-License-Identifier: MIT
-- PyTorch's backward() launches them.
-- include: epilogue.sql
UPDATE thread SET name = 'pt_autograd_0';
INSERT INTO do_step (i, relu_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 40000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (400000, 7700000);
