-- SPDX-License-Identifier: MIT
-- Fifteen rounds without a reset, whose contexts another library makes, unseen: the first launch in each takes 100 ms, and the host works for 300 ms
-- before it. Both are the host's, and no part of it is the GPU's.
-- expect: cost_ns=5500000000..6200000000, occurrences=14, headline~work of its own, evidence~"in calls that launch", evidence!~"for no reason that the trace shows"
-- include: allocations.sql
-- include: resets.sql
INSERT INTO do_reset (call_ns, context_id, malloc_ns, reset_ns, first_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 14) SELECT 412000000 * i, 1 + i, 5000, 0, 100000000 FROM n;
