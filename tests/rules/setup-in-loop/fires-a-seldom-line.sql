-- SPDX-License-Identifier: MIT
-- fires-two-lines.sql, but in ten rounds only one compiles what step() passes: it is named as well.
-- include: setups.sql
-- expect: subject=compiling, evidence~"main() train.py:30", evidence~"in step() train.py:20"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59) SELECT i, iif(i % 10 = 0, 3, 11), 20 FROM n;
