-- SPDX-License-Identifier: MIT
-- As fires-beside-allocations.sql, with stacks: what allocates, in fill(), is none of the cost, and no code is named for it. What the program does behind it
-- is step()'s, which runs.
-- expect: cost_ns=2500000..4000000, evidence~"in step() app", evidence!~"fill()"
-- include: allocations.sql
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_allocation VALUES (new.start_ns - 85000, 165000, 1, 32 << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (new.start_ns + 141000, new.start_ns + 147000, 100000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async)
		VALUES (new.start_ns + 145000, 110000, new.start_ns + 249000, 2000, 4, 2, 0);
	INSERT INTO do_allocation VALUES (new.start_ns + 275000, 10000, 2, 32 << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i, 370000 * i FROM n;
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100), (11, 1, 200), (12, 1, 300);
INSERT INTO host_symbol (host_frame_id, function, is_call) VALUES (10, 'main', 1), (11, 'fill', 1), (12, 'step', 1);
INSERT INTO host_stack VALUES (1, NULL, 10), (2, 1, 11), (3, 1, 12);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, 3 - (text LIKE 'cudaMalloc%'), api_call.id, 0 FROM api_call JOIN string ON string.id = name_id;
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	SELECT start_ns + 140000, 1, 3, start_ns + 80000, 0 FROM step UNION ALL SELECT start_ns + 60000, 1, 2, start_ns - 85000, 0 FROM step;
