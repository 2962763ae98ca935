-- SPDX-License-Identifier: MIT
-- fires-two-threads.sql, but for four turns in forty a thread takes the other one's stream: where threads share streams, these have them in turn.
-- include: locks.sql
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 450000 * i, 1 + i % 2, 11 + iif(i IN (21, 25, 29, 33), 0, i % 2), 200000 FROM n;
