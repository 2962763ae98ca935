-- SPDX-License-Identifier: MIT
-- A line compiles in one round and tunes in the next: two findings.
-- include: setups.sql
-- expect: subject=compiling
-- expect: subject=autotuning
-- expect-count: 2
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, CASE WHEN i % 2 = 0 THEN 3 ELSE 4 END, 20 FROM n;
