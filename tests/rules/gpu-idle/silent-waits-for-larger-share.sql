-- SPDX-License-Identifier: MIT
-- One GPU idles while the other one has more of the same work to do, which gpu-imbalance is about.
-- include: peers.sql
-- include: shares.sql
INSERT INTO do_share (i, first_ns, second_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 100000, 575000 FROM n;
