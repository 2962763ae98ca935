-- SPDX-License-Identifier: MIT
-- In each round the host prepares data at line 20 for 2 ms and then launches at line 88: the samples have where the time
-- went, whatever call comes next.
-- expect: evidence~"100 % in prepare() train.py:20", evidence!~":88"
INSERT INTO string (id, text) VALUES (9000, 'train.py'), (9001, 'main'), (9002, 'prepare');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 88), (2, 9000, 9001, 87), (3, 9000, 9002, 20);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, NULL, 2), (3, 2, 3);
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (3000000 * new.i + 2000000, 3000000 * new.i + 2006000, 900000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (3000000 * new.i + 2004000, 904000);
	INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
		VALUES (3000000 * new.i + 1000000, 1, 3, 3000000 * new.i + 990000, 0);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59) SELECT i FROM n;
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late) SELECT start_ns, thread_id, 1, id, 0 FROM api_call;
