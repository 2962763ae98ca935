-- SPDX-License-Identifier: MIT
-- A library makes a kernel anew in each of thirty rounds, beside five others: the host takes 601 of 1,000 us for it.
-- include: rebuilds.sql
-- expect: severity=warning, occurrences=29, cost_ns=17429000, gain_percent=54..60, headline~"made and loaded 29 times between other work, before launches of large", headline~idled 17.43 ms
-- expect-count: 1
INSERT INTO do_rebuild (i, others) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i <  29) SELECT i, 5 FROM n;
