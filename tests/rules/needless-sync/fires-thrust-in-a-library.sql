-- SPDX-License-Identifier: MIT
-- As fires-thrust-by-stacks.sql, but a library calls Thrust: the program that calls the library cannot change that.
-- include: needless-sync/fires-after-every-launch.sql
-- expect: severity=note, gain=null, evidence~"who waits", evidence!~"what its algorithms launch", advice!~"Thrust"
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0), (2, '/usr/lib/libcudart.so.13', 'bb', 0), (3, '/usr/lib/libgraphs.so.1', 'cc', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100), (11, 3, 200), (12, 3, 300), (13, 2, 400);
INSERT INTO host_symbol (host_frame_id, function, is_call) VALUES (10, 'main', 1), (11, 'graphsRank', 1),
	(12, '_ZN6thrust23THRUST_300001_SM_900_NS8cuda_cub11synchronizeEv', 1);
INSERT INTO host_stack VALUES (1, NULL, 10), (2, 1, 11), (3, 2, 12), (4, 3, 13);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, 4, id, 0 FROM api_call WHERE name_id IN (SELECT id FROM string WHERE text LIKE '%Synchronize%');
