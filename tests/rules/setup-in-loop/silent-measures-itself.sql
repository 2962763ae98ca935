-- SPDX-License-Identifier: MIT
-- The program measures a kernel by do_bench(): that is no tuner.
-- include: setups.sql
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 8, 20 FROM n;
