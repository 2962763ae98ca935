-- SPDX-License-Identifier: MIT
-- One thread waits for each of its kernels.
-- include: shared.sql
INSERT INTO do_request (i, threads) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i, 1 FROM n;
