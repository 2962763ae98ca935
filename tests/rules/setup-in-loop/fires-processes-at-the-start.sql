-- SPDX-License-Identifier: MIT
-- Four rounds start processes, and 40 follow without: the next epoch may be longer than this run.
-- include: setups.sql
-- expect: severity=note, subject="starting processes", evidence~"none in the last", evidence!~"loses no more"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i, 6, 20 FROM n;
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 43) SELECT i, 1, 20 FROM n;
