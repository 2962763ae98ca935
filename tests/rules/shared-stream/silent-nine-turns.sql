-- SPDX-License-Identifier: MIT
-- Nine turns of one thread, ten of the other: only one has a loop.
-- include: shared.sql
INSERT INTO do_request (i) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 18) SELECT i FROM n;
