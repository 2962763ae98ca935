-- SPDX-License-Identifier: MIT
-- A kernel is tuned for each of four shapes, which are used 40 times: the key changes with the data.
-- include: setups.sql
-- expect: severity=warning, subject=autotuning, evidence~"a longer run with the same shapes loses no more"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i, 4, 20 FROM n;
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 43) SELECT i, 1, 20 FROM n;
