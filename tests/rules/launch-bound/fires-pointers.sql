-- SPDX-License-Identifier: MIT
-- The program launches 250 kernels of 1 us, one every 5 us. Samples by time are in libc, which CUDA's driver called, and their frame
-- pointers pass over main(), to a library. Stacks of launches, which were unwound, have main().
-- expect: severity=warning, evidence~"100 % in main() app", evidence!~libc, evidence!~other
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0), (2, '/usr/lib/libcuda.so.1', 'bb', 0), (3, '/lib/libc.so.6', 'cc', 0),
	(4, '/lib/libother.so', 'dd', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100), (11, 1, 200), (12, 2, 300), (13, 3, 400), (14, 4, 500);
INSERT INTO host_symbol (host_frame_id, function, is_call) VALUES (10, 'main', 1), (11, '_Z24__device_stub__Z4stepPfPf', 1);
INSERT INTO host_stack VALUES (1, NULL, 10), (2, 1, 11), (3, 2, 12), (4, NULL, 14), (5, 4, 11), (6, 5, 12), (7, 6, 13);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 249)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late) SELECT start_ns, thread_id, 3, id, 0 FROM api_call WHERE id % 10 = 0;
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late) SELECT start_ns + 4000, thread_id, 7, start_ns - 20000, 0 FROM api_call
	WHERE id % 5 = 0 AND start_ns > 20000;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (1250000, 6000);
