-- SPDX-License-Identifier: MIT
-- CUDA is started again once, and ended at the end.
-- include: allocations.sql
-- include: resets.sql
INSERT INTO do_reset (call_ns, context_id) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1) SELECT 202000000 * i, 1 + i FROM n;
