-- SPDX-License-Identifier: MIT
-- Two lines compile in turns, 20 times for 50 ms each, and the compiler tries out 24 kernels each time: no work of the program is between
-- two of them, and whatever they compile is compiled for one step.
-- include: setups.sql
INSERT INTO do_round (i, stack_id, work) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 3, 0 FROM n;
UPDATE host_sample SET host_stack_id = 11 WHERE host_stack_id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 959)
	SELECT 50000000 * (i / 24) + 1000000 + 2000000 * (i % 24), 50000000 * (i / 24) + 1006000 + 2000000 * (i % 24), 100000 FROM n;
