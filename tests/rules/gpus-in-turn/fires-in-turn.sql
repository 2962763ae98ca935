-- SPDX-License-Identifier: MIT
-- Twenty steps: each GPU works 500 us, while the other one waits. The first one waits 19 times for 500 us and two ways, between its first
-- kernel and its last; so does the second.
-- expect: severity=warning, subject="GPUs 0 and 1", occurrences=38, cost_ns=9500000, gain=null, headline~"2 GPUs", headline~"GPU 0", evidence~"GPU 1 idled", evidence~"second (19)"
-- expect-count: 1
-- include: peers.sql
-- include: turns.sql
UPDATE function SET name = '_Z6secondPf' WHERE id = 1;
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 500000, 500000 FROM n;
