-- SPDX-License-Identifier: MIT
-- Both threads name no stream: what they share is nobody's choice, and without a lock one's calls would begin in the
-- other's turn.
-- include: locks.sql
-- expect: severity=warning, gain=null, subject="2 threads", occurrences=40, cost_ns=9980000, advice~"per-thread"
-- expect-count: 1
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 450000 * i, 1 + i % 2, 1, 200000 FROM n;
