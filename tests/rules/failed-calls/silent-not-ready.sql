-- SPDX-License-Identifier: MIT
-- A query that says "not ready" is answered, not failed.
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (0, 6000, 100000);
INSERT INTO do_call (call_ns, call_duration_ns, api, result)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 5000 + 4000 * i, 1000, 'cudaEventQuery_v3020', 600 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (90000, 20000);
