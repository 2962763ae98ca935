-- SPDX-License-Identifier: MIT
-- The workers of a DataLoader are started in each round.
-- include: setups.sql
-- expect: severity=warning, subject="starting processes", cost_ns=1440000000..1460000000, advice~persistent_workers=True, advice!~num_workers=, not_predicted~"nearly all of the cost goes"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 5, 20 FROM n;
