-- SPDX-License-Identifier: MIT
-- Each GPU works while the other one waits: gpus-in-turn.
-- include: turns.sql
-- include: peers.sql
-- include: shares.sql
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 100000, 500000 FROM n;
