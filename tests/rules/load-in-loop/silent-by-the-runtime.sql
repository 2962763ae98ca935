-- SPDX-License-Identifier: MIT
-- The runtime loads what was compiled into the program.
-- include: loads.sql
INSERT INTO do_load WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 'cuLibraryLoadData' FROM n;
