-- SPDX-License-Identifier: MIT
-- As fires-short-kernels.sql, from six functions in turns: three are named, and how much the others have.
-- expect: severity=warning, evidence~"host code 50 % in 3 other places"
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'a'), (9002, 'b'), (9003, 'c'), (9004, 'd'), (9005, 'e'), (9006, 'f');
INSERT INTO host_frame (id, file_id, function_id, line) SELECT id - 9000, 9000, id, 10 * (id - 9000) FROM string WHERE id > 9000;
INSERT INTO host_stack SELECT id, NULL, id FROM host_frame;
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 479)
	SELECT 5000 * i, 1, 1 + i % 6, 5000 * i - 1000, 0 FROM n;
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 479)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2400000, 6000);
