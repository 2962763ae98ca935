-- SPDX-License-Identifier: MIT
-- fires-one-late-shape.sql where only eight compile at first: new shapes may come again.
-- include: setups.sql
-- expect: severity=warning, subject=compiling, evidence!~"a longer run"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT i, iif(i < 8 OR i = 75, 3, 1), 20 FROM n;
