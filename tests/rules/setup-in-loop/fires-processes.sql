-- SPDX-License-Identifier: MIT
-- Processes are started in each round, by no DataLoader.
-- include: setups.sql
-- expect: subject="starting processes", advice~Pool, advice!~DataLoader, not_predicted~"at most the whole cost"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 6, 20 FROM n;
