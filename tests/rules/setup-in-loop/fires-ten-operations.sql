-- SPDX-License-Identifier: MIT
-- Ten operations between two compilations.
-- include: setups.sql
-- expect: severity=warning, occurrences=29
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3, 10 FROM n;
