-- SPDX-License-Identifier: MIT
-- Samples show the host run its own code for 30 % of the pauses: the rest is page faults.
-- expect: subject="new memory for results", evidence!~"something else", evidence~"not running, or in the operating system"
CREATE TEMP TABLE do_turn (i INTEGER);
CREATE TEMP TRIGGER do_turn_row AFTER INSERT ON do_turn BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (200000000 * new.i, 200000000 * new.i + 6000, 5000000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api, host_address)
		VALUES (200000000 * new.i + 4000, 5020000, 200000000 * new.i + 5007000, 2000, 4, 2, 0, 0, 'cudaMemcpy_v3020', 140737488355328);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api, host_address)
		VALUES (200000000 * new.i + 75030000, 3020000, 200000000 * new.i + 75040000, 3000000, 128 << 20, 2, 0, 0, 'cudaMemcpy_v3020', 536870912);
END;
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100);
INSERT INTO host_symbol (host_frame_id, function, is_call) VALUES (10, 'main', 1);
INSERT INTO host_stack VALUES (1, NULL, 10);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 239)
	SELECT 10000000 * i + 9000000, 1, 1, 10000000 * i + 6000000, 0 FROM n;
