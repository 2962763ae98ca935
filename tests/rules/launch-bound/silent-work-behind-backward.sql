-- SPDX-License-Identifier: MIT
-- 50 steps in which the main thread launches 4 kernels of 1 us, PyTorch's thread for gradients 5, and the main thread 4 more. 200 us behind the
-- gradients, in which the program counts what it has seen, in a line that launches nothing: no row of ten is left.
-- include: step_of_training.sql
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main'), (9002, 'count');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9000, 9001, 20), (3, 9000, 9002, 5);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, NULL, 2), (3, 2, 3);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
	SELECT 700000 * i + 1000, 1, 1, (SELECT id FROM api_call WHERE start_ns = 700000 * i), 0 FROM n;
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
	SELECT 700000 * i + 300000, 1, 3, 700000 * i + 299000, 0 FROM n;
