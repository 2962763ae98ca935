-- SPDX-License-Identifier: MIT
-- In 20 rounds the host compiles for 20 or 30 of 100 ms, each time under another line, and works itself for the rest of 50; behind them the
-- GPU has work without a gap. A loop that idles so seldom is not worth a finding, and compiling is not most of it.
-- include: setups.sql
INSERT INTO host_frame (id, file_id, function_id, line) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 100 + i, 9000, 9001, 100 + i FROM n;
INSERT INTO host_stack WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 100 + i, NULL, 100 + i FROM n;
INSERT INTO host_stack WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 200 + i, 100 + i, 3 FROM n;
INSERT INTO do_round (i, stack_id, work) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 200 + i, 24 FROM n;
UPDATE host_sample SET host_stack_id = 1 WHERE time_ns % 100000000 > CASE WHEN time_ns < 800000000 THEN 35000000 ELSE 25000000 END;
UPDATE kernel SET duration_ns = 1990000;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
	SELECT 2000000000 + 10000 * i, 2000010000 + 10000000 * i, 9999000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2009000000, 3991010000);
