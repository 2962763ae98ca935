-- SPDX-License-Identifier: MIT
-- A kernel of 2 s that makes the data, 1 s in which the program compiles, and the 500 launches of fires-after-warming-up.sql:
-- what the GPU idles between them is 0.1 % of the run without its start, in which the first kernel counts.
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns) VALUES (0, 4700, 7000, 2000000000);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (5000, 2000005000);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i + 3000050000, 4700, 7000 + 5000 * i + 3000050000, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (3002600000, 6000);
