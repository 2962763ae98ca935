-- SPDX-License-Identifier: MIT
-- A library asks for functions that are not there for this GPU, and goes another way: stacks show that it was the library.
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0), (2, '/usr/lib/libcudart.so.13', 'bb', 0), (3, '/usr/lib/librand.so.10', 'cc', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100), (11, 3, 200), (12, 3, 300), (13, 2, 400);
INSERT INTO host_stack VALUES (1, NULL, 10), (2, 1, 11), (3, 2, 13);
INSERT INTO do_call (call_ns, api, result) VALUES (0, 'cudaFuncGetAttributes_v3020', 98), (4000, 'cudaFuncGetAttributes_v3020', 98);
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (62000, 68000, 10000);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late) SELECT start_ns, thread_id, 3, id, 0 FROM api_call;
