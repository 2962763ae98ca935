-- SPDX-License-Identifier: MIT
-- Each 1 ms the program sleeps in wait() for 0.6 ms and asks for the device; in step() it runs for 0.35 ms and launches a kernel: what did not run was
-- before wait()'s call, not before the launch, which ended the gap.
-- expect: subject=the GPU, evidence~"in step() app", evidence~"for example), up to a point in wait() app", evidence!~"for example), up to a point in step()"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, api) VALUES (1000000 * new.i + 600000, 'cudaGetDevice_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (1000000 * new.i + 950000, 955000 + 1000000 * new.i, 45000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199) SELECT i FROM n;
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (10, 1, 100), (11, 1, 200), (12, 1, 300);
INSERT INTO host_symbol (host_frame_id, function, is_call) VALUES (10, 'main', 1), (11, 'wait', 1), (12, 'step', 1);
INSERT INTO host_stack VALUES (1, NULL, 10), (2, 1, 11), (3, 1, 12);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, 2 + (start_ns % 1000000 = 950000), id, 0 FROM api_call;
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	SELECT start_ns, 1, 3, start_ns - 345000, 0 FROM api_call WHERE start_ns % 1000000 = 950000;
