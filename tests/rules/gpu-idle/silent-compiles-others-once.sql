-- SPDX-License-Identifier: MIT
-- As silent-compiles-again; and behind that another line compiles for the first time, for as long: setup-in-loop says so, too, and what
-- is compiled once is none of the loop's time.
-- include: setups.sql
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 3, 24 FROM n;
UPDATE kernel SET duration_ns = 1990000;
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 20 UNION ALL SELECT i + 1 FROM n WHERE i < 34) SELECT i, 11, 6 FROM n;
UPDATE kernel SET duration_ns = 7990000, start_ns = start_ns + 3 * (start_ns % 100000000 - 51006000) WHERE start_ns > 2000000000;
