-- SPDX-License-Identifier: MIT
-- Nine steps.
-- include: peers.sql
-- include: shares.sql
INSERT INTO do_share (i, first_ns, second_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 8) SELECT i, 100000, 500000 FROM n;
