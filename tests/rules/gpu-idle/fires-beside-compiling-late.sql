-- SPDX-License-Identifier: MIT
-- fires-beside-compiling-once.sql, but in the last 20 of 60 rounds: whether that goes on so is not known, and it stays in the cost.
-- include: setups.sql
-- expect: severity=warning, cost_ns=5700000000..5900000000, evidence!~"compiled once"
INSERT INTO host_frame (id, file_id, function_id, line) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 100 + i, 9000, 9001, 100 + i FROM n;
INSERT INTO host_stack WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 100 + i, NULL, 100 + i FROM n;
INSERT INTO host_stack WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 200 + i, 100 + i, 3 FROM n;
INSERT INTO do_round (i, stack_id) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
	SELECT i, CASE WHEN i >= 40 THEN 160 + i ELSE 1 END FROM n;
