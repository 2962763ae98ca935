-- SPDX-License-Identifier: MIT
-- Twenty steps in turn, but the second GPU's share is small: the first one waits for 7 % of the time.
-- include: peers.sql
-- include: turns.sql
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 500000, 30000 FROM n;
