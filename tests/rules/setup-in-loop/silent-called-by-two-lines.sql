-- SPDX-License-Identifier: MIT
-- Two lines of main() call step(), whose line 20 is compiled for what each of them passes, once; the first does so for a second time.
-- include: setups.sql
INSERT INTO host_stack VALUES (40, NULL, 9), (41, 40, 2), (42, 41, 3);
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, CASE i WHEN 0 THEN 3 WHEN 1 THEN 42 WHEN 2 THEN 3 ELSE 1 END, 20 FROM n;
