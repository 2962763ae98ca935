-- SPDX-License-Identifier: MIT
-- As fires-launched-by-the-program.sql, but the two launches whose stacks are known were made by cuSOLVER: the kernel is its own.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
INSERT INTO do_sample VALUES (2, 0x190, 'long_scoreboard', 900, 900), (2, 0x190, 'selected', 100, 0);
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0), (2, '/usr/lib/libcudart.so.13', 'bb', 0), (3, '/opt/lib/libcusolver.so.12', 'cc', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100), (11, 3, 200), (13, 2, 400);
INSERT INTO host_symbol (host_frame_id, function, is_call) VALUES (10, 'main', 1), (11, 'cusolverDnDgetrf', 1);
INSERT INTO host_stack VALUES (1, NULL, 10), (2, 1, 11), (3, 2, 13), (4, 1, 13);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, 3, id, 0 FROM api_call WHERE id IN (SELECT correlation_id FROM kernel ORDER BY start_ns LIMIT 2);
