-- SPDX-License-Identifier: MIT
-- A kernel on 8 of 132 SMs whose name says nothing; the stack of a launch says that cuSOLVER made it.
-- expect: severity=note, gain=null, advice~"larger batch", evidence~"cuSOLVER chose this kernel"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4985000);
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0), (2, '/usr/lib/libcudart.so.13', 'bb', 0), (3, '/opt/lib/libcusolver.so.12', 'cc', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100), (11, 3, 200), (13, 2, 400);
INSERT INTO host_symbol (host_frame_id, function, is_call) VALUES (10, 'main', 1), (11, 'cusolverDnDgetrf', 1);
INSERT INTO host_stack VALUES (1, NULL, 10), (2, 1, 11), (3, 2, 13), (4, 1, 13);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, 3, id, 0 FROM api_call WHERE id IN (SELECT correlation_id FROM kernel ORDER BY start_ns LIMIT 1);
