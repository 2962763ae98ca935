-- SPDX-License-Identifier: MIT
-- One host function after all of a stream's work: it holds nothing back.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 6000 + 21100 * i, 20000, 11 FROM n;
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (80000, 2000, 'cudaLaunchHostFunc_v10000');
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (85000, 380000);
