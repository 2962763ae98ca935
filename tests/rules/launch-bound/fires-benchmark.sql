-- SPDX-License-Identifier: MIT
-- As fires-short-kernels.sql, in Triton's do_bench(), which repeats them for a fixed time: with a graph it would repeat them more often.
-- expect: severity=note, occurrences=499, gain=null, is_explanation=1, advice~"it measures the host where a kernel is shorter"
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main'),
	(9010, '/v/lib/python3.11/site-packages/triton/testing.py'), (9011, 'do_bench');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9010, 9011, 5);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, 1, 2);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 50000 * i, 1, 2, 50000 * i - 10000, 0 FROM n;
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
