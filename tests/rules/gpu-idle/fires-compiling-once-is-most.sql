-- SPDX-License-Identifier: MIT
-- In 20 rounds the host compiles for 50 of 100 ms, each time under another line; behind them the GPU has work without a gap: what there
-- is of idle time is compiled once, and a note says so.
-- include: setups.sql
-- expect: severity=note, evidence~"a just-in-time compiler's", advice~"costs a longer run no more", evidence!~"none of it"
INSERT INTO host_frame (id, file_id, function_id, line) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 100 + i, 9000, 9001, 100 + i FROM n;
INSERT INTO host_stack WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 100 + i, NULL, 100 + i FROM n;
INSERT INTO host_stack WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 200 + i, 100 + i, 3 FROM n;
INSERT INTO do_round (i, stack_id, work) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 200 + i, 24 FROM n;
UPDATE kernel SET duration_ns = 1990000;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
	SELECT 2000000000 + 10000 * i, 2000010000 + 10000000 * i, 9999000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2005000000, 3995010000);
