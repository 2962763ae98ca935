-- SPDX-License-Identifier: MIT
-- A thread that computes gradients runs Python of the program's, whose line launches nothing: a torch.autograd.Function with work on the host.
-- include: dispatches.sql
INSERT INTO sampled_in WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 48) SELECT i, 2 FROM n;
UPDATE thread SET name = 'pt_autograd_0' WHERE id = 1;
