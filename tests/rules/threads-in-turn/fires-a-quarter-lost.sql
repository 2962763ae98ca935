-- SPDX-License-Identifier: MIT
-- Kernels take three quarters of the turns: what is left can run beside them.
-- include: locks.sql
-- expect: severity=warning, occurrences=40, cost_ns=9900000..10100000
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 950000 * i, 1 + i % 2, 11 + i % 2, 700000 FROM n;
