-- SPDX-License-Identifier: MIT
-- Two lines compile in turn: each is named with its part. Only the second one compiles in the second half.
-- include: setups.sql
-- expect: subject=compiling, headline~"68 % in main() train.py:30", evidence~"450.0 ms in step() train.py:20"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, CASE WHEN i % 2 = 0 THEN 3 ELSE 11 END, 20 FROM n;
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 20 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 11, 20 FROM n;
