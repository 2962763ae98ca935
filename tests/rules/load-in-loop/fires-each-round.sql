-- SPDX-License-Identifier: MIT
-- A module is loaded in each of thirty rounds, of two kernels: 700 of 1,000 us; the first two are needed.
-- include: loads.sql
-- expect: severity=warning, occurrences=30, cost_ns=19600000, gain_percent=60..75, headline~30 times, headline~2 kernels
-- expect-count: 1
INSERT INTO do_load WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 'cuModuleLoadData' FROM n;
