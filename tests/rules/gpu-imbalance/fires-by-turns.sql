-- SPDX-License-Identifier: MIT
-- Now the one, now the other has 500 us to do.
-- expect: severity=warning, occurrences=20, cost_ns=4000000, advice~"smaller parts"
-- expect-count: 1
-- include: peers.sql
-- include: shares.sql
INSERT INTO do_share (i, first_ns, second_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, CASE i % 2 WHEN 0 THEN 100000 ELSE 500000 END, CASE i % 2 WHEN 0 THEN 500000 ELSE 100000 END FROM n;
