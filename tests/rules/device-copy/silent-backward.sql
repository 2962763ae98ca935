-- SPDX-License-Identifier: MIT
-- fires-each-step.sql in the thread in which PyTorch computes gradients: the program has no buffer there to swap.
-- include: device_copies.sql
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 128 << 20 FROM n;
UPDATE api_call SET thread_id = 2;
UPDATE thread SET name = 'pt_autograd_0' WHERE id = 2;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200000, 5810000);
