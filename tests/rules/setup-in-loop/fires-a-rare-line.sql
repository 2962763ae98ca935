-- SPDX-License-Identifier: MIT
-- fires-two-lines.sql, but in 30 rounds only one compiles what step() passes: next to the other line that is nothing.
-- include: setups.sql
-- expect: subject=compiling, evidence~"main() train.py:30", evidence!~"in step() train.py:20"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 119) SELECT i, iif(i % 30 = 0, 3, 11), 20 FROM n;
