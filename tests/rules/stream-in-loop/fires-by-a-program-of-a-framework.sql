-- SPDX-License-Identifier: MIT
-- As silent-of-a-framework.sql, but stacks of the host show that the program makes them, as torch.cuda.Event.
-- include: operations.sql
-- expect: severity=warning, subject=events, occurrences=19
CREATE TEMP TABLE do_turn (i INTEGER);
CREATE TEMP TRIGGER do_turn_row AFTER INSERT ON do_turn BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (90000 * new.i, 20000, 'cudaEventCreateWithFlags_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (90000 * new.i + 21000, 90000 * new.i + 27000, 30000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (90000 * new.i + 25000, 35000);
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (90000 * new.i + 61000, 15000, 'cudaEventDestroy_v3020');
END;
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main'), (9010, '/v/lib/python3.12/site-packages/torch/cuda/streams.py'), (9011, 'Event.__new__');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 88), (2, 9010, 9011, 5);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, 1, 2);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, 2, api_call.id, 0 FROM api_call JOIN string ON string.id = name_id WHERE text LIKE 'cudaEvent%';
