-- SPDX-License-Identifier: MIT
-- silent-compiles-again.sql with work for half of the rest: what setup-in-loop has is left out of the gaps, and the code that
-- compiles is none of theirs.
-- include: setups.sql
-- expect: severity=warning, cost_ns=500000000..900000000, evidence!~compiler
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3, 20 FROM n;
UPDATE kernel SET duration_ns = 1000000;
