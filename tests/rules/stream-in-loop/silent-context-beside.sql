-- SPDX-License-Identifier: MIT
-- Ten rounds end a context that is not the one they work in, which stays: what takes long behind it are the program's own allocations.
-- include: allocations.sql
-- include: resets.sql
INSERT INTO do_reset (call_ns, context_id, malloc_ns, reset_ns, api)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT 202000000 * i, 1, 15000000, 20000, 'cuCtxDestroy_v2' FROM n;
