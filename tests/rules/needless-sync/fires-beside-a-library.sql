-- SPDX-License-Identifier: MIT
-- As fires-in-a-library.sql, but the program waits itself each other time: these it can leave out.
-- include: needless-sync/fires-after-every-launch.sql
-- expect: severity=warning, advice~"after the last", evidence!~librand
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0), (2, '/usr/lib/libcudart.so.13', 'bb', 0), (3, '/usr/lib/librand.so.10', 'cc', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100), (11, 3, 200), (12, 2, 300);
INSERT INTO host_symbol (host_frame_id, function, is_call) VALUES (10, 'main', 1), (11, 'randGenerate', 1);
INSERT INTO host_stack VALUES (1, NULL, 10), (2, 1, 11), (3, 2, 12), (4, 1, 12);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, 3 + id / 2 % 2, id, 0 FROM api_call WHERE name_id IN (SELECT id FROM string WHERE text LIKE '%Synchronize%');
