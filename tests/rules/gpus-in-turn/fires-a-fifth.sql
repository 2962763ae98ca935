-- SPDX-License-Identifier: MIT
-- Twenty steps in turn; the second GPU has a fifth of the work. The first one, which is busy for 80 % of the time, waits for the rest:
-- that is what could be won.
-- expect: occurrences=38, cost_ns=2280000, gain=null, headline~"GPU 0"
-- expect-count: 1
-- include: peers.sql
-- include: turns.sql
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 500000, 120000 FROM n;
