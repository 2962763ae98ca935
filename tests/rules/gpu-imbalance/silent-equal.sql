-- SPDX-License-Identifier: MIT
-- Equal parts, but for 1 in 100.
-- include: peers.sql
-- include: shares.sql
INSERT INTO do_share (i, first_ns, second_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 495000, 500000 FROM n;
