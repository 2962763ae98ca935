-- SPDX-License-Identifier: MIT
-- As fires-broken-rounds.sql, but the host takes something at the end of each round alone: it has the graph of a round behind it.
-- include: broken.sql
-- expect: severity=warning, evidence!~in the way of a graph, advice!~"A graph holds no wait", advice~"A graph needs the same launches each time"
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 159) SELECT i, i % 4 = 3 FROM n;
