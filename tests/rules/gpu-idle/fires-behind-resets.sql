-- SPDX-License-Identifier: MIT
-- As silent-contexts-explain-it.sql, but the host works for 400 ms in each round, and the first launch of each loads its code for 100 ms.
-- expect: cost_ns=6900000000..7100000000, occurrences=14, headline~work of its own, evidence!~"for no reason that the trace shows"
-- include: allocations.sql
-- include: resets.sql
INSERT INTO do_reset (call_ns, context_id, first_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 14) SELECT 702000000 * i, 1 + i, 100000000 FROM n;
