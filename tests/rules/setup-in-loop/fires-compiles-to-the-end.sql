-- SPDX-License-Identifier: MIT
-- Ten rounds compile; the kernels of the last one take longer than all of the others together, but are short beside that: what
-- would follow is not known.
-- include: setups.sql
-- expect: severity=warning, subject=compiling, evidence!~"a longer run"
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i, 3, 20 FROM n;
UPDATE kernel SET duration_ns = 1900000 WHERE start_ns > 950000000;
