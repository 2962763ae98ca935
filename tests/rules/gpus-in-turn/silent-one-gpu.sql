-- SPDX-License-Identifier: MIT
-- The same on streams of one GPU, which is never idle for long.
-- include: peers.sql
-- include: turns.sql
UPDATE stream SET context_id = 1 WHERE id = 31;
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 500000, 500000 FROM n;
