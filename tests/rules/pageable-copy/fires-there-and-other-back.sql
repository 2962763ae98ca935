-- SPDX-License-Identifier: MIT
-- As fires-there-and-back.sql, but half as much comes out as goes in: it is something else.
-- expect: subject="host to device", severity=warning, evidence!~"went to the host"
-- expect-count: 2
-- include: rounds.sql
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i, 4 << 20 FROM n;
