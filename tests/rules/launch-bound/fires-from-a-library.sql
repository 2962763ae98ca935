-- SPDX-License-Identifier: MIT
-- As fires-short-kernels.sql, in native code that a library launches: samples by time have the library alone. Stacks of launches tell which
-- lines of the program call it.
-- expect: evidence~"launched from 100 % in step() app.cu:13, in fftExec() libfft.so.12"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 479)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2400000, 6000);
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0), (2, '/usr/lib/libcudart.so.13', 'bb', 0), (3, '/usr/lib/libfft.so.12', 'cc', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100), (11, 3, 200), (12, 2, 300), (13, 3, 400);
INSERT INTO host_symbol (host_frame_id, function, file, line, is_call) VALUES (10, '_Z4stepv', '/home/me/app.cu', 13, 1), (11, 'fftExec', NULL, 0, 1), (13, NULL, NULL, 0, 0);
INSERT INTO host_stack VALUES (1, NULL, 10), (2, 1, 11), (3, 2, 12), (4, NULL, 13);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, 3, id, 0 FROM api_call WHERE id IN (SELECT correlation_id FROM kernel) AND id % 8 = 0;
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 239)
	SELECT 10000 * i, 1, 4, 10000 * (i - 1), 0 FROM n;
