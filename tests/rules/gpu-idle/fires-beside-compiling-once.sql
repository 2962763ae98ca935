-- SPDX-License-Identifier: MIT
-- In the first 20 of 60 rounds the host compiles for 50 of 100 ms, each time under another line, and in the others it works itself
-- as long: what is compiled once is none of the loop's time.
-- include: setups.sql
-- expect: severity=warning, headline~work of its own, cost_ns=4800000000..4900000000, evidence~"another 950", evidence!~"just-in-time"
INSERT INTO host_frame (id, file_id, function_id, line) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 100 + i, 9000, 9001, 100 + i FROM n;
INSERT INTO host_stack WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 100 + i, NULL, 100 + i FROM n;
INSERT INTO host_stack WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 200 + i, 100 + i, 3 FROM n;
INSERT INTO do_round (i, stack_id) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
	SELECT i, CASE WHEN i < 20 THEN 200 + i ELSE 1 END FROM n;
