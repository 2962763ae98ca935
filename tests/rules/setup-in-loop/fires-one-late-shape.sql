-- SPDX-License-Identifier: MIT
-- Thirty rounds compile, 70 follow, and one of these, behind two thirds of the GPU's work, has a shape that was not there before: a longer run loses hardly more.
-- include: setups.sql
-- expect: severity=note, subject=compiling, evidence~"a longer run with the same shapes loses no more", evidence~"3.3 % of it is behind two thirds"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT i, iif(i < 30 OR i = 75, 3, 1), 20 FROM n;
