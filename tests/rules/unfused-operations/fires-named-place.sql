-- SPDX-License-Identifier: MIT
-- Four rows, three of them gradients: backward() is one place for all of them, so that the fourth is named, by who launches it.
-- include: operations.sql
-- expect: severity=note, headline~"4 rows, 25 % of it in Norm.forward() model.py:31", evidence~"75 % in main() train.py:88"
-- expect-count: 1
INSERT INTO do_row VALUES (0, 8), (9, 8), (18, 8), (27, 8);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (150000, 3500000);
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main'), (9002, '/home/me/model.py'), (9003, 'Norm.forward'), (9010, '/v/lib/python3.12/site-packages/torch/autograd/graph.py'), (9011, '_engine_run_backward');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 88), (2, 9010, 9011, 5), (3, 9000, 9001, 87), (4, 9002, 9003, 31);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, 1, 2), (3, NULL, 3), (4, 3, 4);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, CASE WHEN row_number() OVER (ORDER BY start_ns) <= 9 THEN 4 ELSE 2 END, id, 0 FROM api_call;
