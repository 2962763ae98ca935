-- SPDX-License-Identifier: MIT
-- Ten times a kernel of 1 ms, a wait and 99 ms of the host's own work, in which samples show it run for 40: in main() of
-- the program. 1 GiB of managed memory is there, and prefetched before the first kernel.
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 1 << 30, 4096, 0, 0, 1);
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-90000, 80000, 'cudaMemPrefetchAsync_v13000');
CREATE TEMP TABLE do_round (i INTEGER);
CREATE TEMP TRIGGER do_round_row AFTER INSERT ON do_round BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (100000000 * new.i, 100000000 * new.i + 6000, 1000000, 7);
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (100000000 * new.i + 3200, 500, 'cudaPeekAtLastError');
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (100000000 * new.i + 4000, 1010000);
END;
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (1000000000, 80000, 'cudaGetLastError');
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0), (2, '/usr/lib/libc.so.6', 'bb', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100), (11, 2, 200);
INSERT INTO host_symbol (host_frame_id, function, is_call) VALUES (10, 'main', 1), (11, 'fwrite', 1);
INSERT INTO host_stack VALUES (1, NULL, 10), (2, 1, 11);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 10000000 * i + 8000000, 1, 1, 10000000 * i + 4000000, 0 FROM n;
