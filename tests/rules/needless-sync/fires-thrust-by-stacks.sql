-- SPDX-License-Identifier: MIT
-- The program's own kernels, each launched and waited for by an algorithm of Thrust that main() calls: Thrust is compiled into the
-- program, which can choose that it does not wait.
-- include: needless-sync/fires-after-every-launch.sql
-- expect: severity=warning, gain_percent=30..55, evidence~"29 waits are for what its algorithms launch", evidence!~"who waits", advice~"Algorithms of Thrust wait"
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0), (2, '/usr/lib/libcudart.so.13', 'bb', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100), (11, 1, 200), (12, 2, 300);
INSERT INTO host_symbol (host_frame_id, function, is_call) VALUES (10, 'main', 1),
	(11, '_ZN6thrust23THRUST_300001_SM_900_NS8cuda_cub11synchronizeEv', 1);
INSERT INTO host_stack VALUES (1, NULL, 10), (2, 1, 11), (3, 2, 12);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, 3, id, 0 FROM api_call WHERE name_id IN (SELECT id FROM string WHERE text LIKE '%Synchronize%');
