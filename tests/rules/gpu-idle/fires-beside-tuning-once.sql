-- SPDX-License-Identifier: MIT
-- Between 20 rounds of a loop and 60 more the host compiles for 2 s under a line, and the compiler tries out more kernels meanwhile than
-- the program ever launches: two thirds of all operations are behind none of it, two thirds of the program's are. It is none of the
-- loop's time.
-- include: setups.sql
-- expect: severity=warning, headline~work of its own, cost_ns=2800000000..2900000000, evidence~"75.1 %", evidence~"another 1.19", evidence!~"just-in-time", advice!~"shape"
INSERT INTO do_round (i, stack_id) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT i, 1 FROM n WHERE i < 20 OR i >= 40;
INSERT INTO do_round (i, stack_id, work) WITH RECURSIVE n(i) AS (SELECT 20 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i, 3, 0 FROM n;
UPDATE host_sample SET host_stack_id = 11 WHERE time_ns BETWEEN 2000000001 AND 4000000000;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7999)
	SELECT 2001000000 + 249000 * i, 2001006000 + 249000 * i, 100000 FROM n;
