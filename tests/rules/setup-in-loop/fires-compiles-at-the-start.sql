-- SPDX-License-Identifier: MIT
-- Four rounds compile, and 40 follow without: a longer run loses no more.
-- include: setups.sql
-- expect: severity=note, subject=compiling, cost_ns=149000000..151000000, evidence~"a longer run with the same shapes loses no more"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i, 3, 20 FROM n;
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 43) SELECT i, 1, 20 FROM n;
