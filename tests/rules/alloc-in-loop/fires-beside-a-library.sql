-- SPDX-License-Identifier: MIT
-- As fires-in-a-library.sql, but fill() frees by itself what the library allocated.
-- include: allocations.sql
-- include: alloc-in-loop/fires-every-step.sql
-- expect: evidence!~librand, advice~"allocator of your own"
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0), (2, '/usr/lib/libcudart.so.13', 'bb', 0), (3, '/usr/lib/librand.so.10', 'cc', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100), (11, 3, 200), (12, 3, 300), (13, 2, 400);
INSERT INTO host_symbol (host_frame_id, function, is_call) VALUES (10, 'fill', 1), (11, 'randCreate', 1);
INSERT INTO host_stack VALUES (1, NULL, 10), (2, 1, 11), (3, 2, 12), (4, 3, 13), (5, 1, 13);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, CASE WHEN text LIKE 'cudaFree%' THEN 5 ELSE 4 END, api_call.id, 0 FROM api_call JOIN string ON string.id = name_id WHERE text LIKE 'cudaMalloc%' OR text LIKE 'cudaFree%';
