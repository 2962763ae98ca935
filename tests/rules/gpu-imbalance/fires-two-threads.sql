-- SPDX-License-Identifier: MIT
-- The same by two threads, which wait for one another in ways that no trace shows.
-- expect: severity=warning, occurrences=20, cost_ns=4000000, gain=null
-- expect-count: 1
-- include: peers.sql
-- include: shares.sql
INSERT INTO do_share (i, first_ns, second_ns, thread_id) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 100000, 500000, 2 FROM n;
