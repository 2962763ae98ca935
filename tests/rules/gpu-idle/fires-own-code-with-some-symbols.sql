-- SPDX-License-Identifier: MIT
-- As fires-own-code.sql, where a function of the program has a name, and the one that takes the time has none.
-- expect: evidence~"in main() app"
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (2000000 * new.i, 2000000 * new.i + 6000, 200000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2000000 * new.i + 4000, 206000);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100), (11, 1, 200);
INSERT INTO host_symbol (host_frame_id, function, is_call) VALUES (10, 'main', 1);
UPDATE process SET executable = '/home/me/app';
INSERT INTO host_stack VALUES (1, NULL, 10), (2, 1, 11);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	SELECT 2000000 * i + 1800000, 1, 2, 2000000 * i + 300000, 0 FROM step;
