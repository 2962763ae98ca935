-- SPDX-License-Identifier: MIT
-- What a tuner has compiled is tuning as well.
-- include: setups.sql
-- expect: subject=autotuning, advice~key
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 10, 20 FROM n;
