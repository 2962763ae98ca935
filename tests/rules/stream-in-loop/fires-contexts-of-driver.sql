-- SPDX-License-Identifier: MIT
-- As fires-contexts.sql, but three rounds that end in cuCtxDestroy(), and in each the first launch loads its code for 30 ms.
-- expect: subject=contexts, cost_ns=370000000..390000000, occurrences=2, evidence~"cuCtxDestroy"
-- include: allocations.sql
-- include: resets.sql
INSERT INTO do_reset (call_ns, context_id, first_ns, api)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2) SELECT 232000000 * i, 1 + i, 30000000, 'cuCtxDestroy_v2' FROM n;
