-- SPDX-License-Identifier: MIT
-- fires-compiling-once-is-most.sql, but of 50 ms the host compiles for 38, and does work of its own in the others: less than a tenth of the
-- GPU's time by itself. Compiling is still most of it.
-- include: setups.sql
-- expect: severity=note, evidence~"a just-in-time compiler's", advice~"costs a longer run no more"
INSERT INTO host_frame (id, file_id, function_id, line) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 100 + i, 9000, 9001, 100 + i FROM n;
INSERT INTO host_stack WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 100 + i, NULL, 100 + i FROM n;
INSERT INTO host_stack WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 200 + i, 100 + i, 3 FROM n;
INSERT INTO do_round (i, stack_id, work) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 200 + i, 24 FROM n;
UPDATE host_sample SET host_stack_id = 1 WHERE time_ns % 100000000 > 45000000;
UPDATE kernel SET duration_ns = 1990000;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
	SELECT 2000000000 + 10000 * i, 2000010000 + 10000000 * i, 9999000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2005000000, 3995010000);
