-- SPDX-License-Identifier: MIT
-- Rows of six launches 150 us apart, in pauses that Python code spends: 300 of them, with a sample in each pause of the host, at line 10 from
-- which stacks of calls show launches (is_line 10), or at another one. Kernels run 2 us.
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv' WHERE id = 1;
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'step'), (9002, '/usr/lib/python3/dist-packages/torch/nn/functional.py'),
	(9003, '/usr/lib/python3/dist-packages/numpy/linalg.py'), (9004, 'norm');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9000, 9001, 20), (3, 9002, 9004, 30), (4, 9002, 9004, 40),
	(5, 9003, 9004, 50);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, NULL, 2), (3, 1, 3), (4, 1, 4), (5, 1, 5);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
	SELECT 15000 * i + 135000 * (i / 6), 5000, 7000 + 15000 * i + 135000 * (i / 6), 2000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (11300000, 6000);
-- Of calls: the first ones of rows have stacks.
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 225000 * i + 1000, 1, 1 + 2 * (i % 2), (SELECT id FROM api_call WHERE start_ns = 225000 * i), 0 FROM n;
-- By time: one in each pause (STACK of sampled_in).
CREATE TEMP VIEW sampled_in AS SELECT 0 AS pause, 0 AS stack;
CREATE TEMP TRIGGER sample_pause INSTEAD OF INSERT ON sampled_in BEGIN
	INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
		SELECT 225000 * NEW.pause + 140000, 1, NEW.stack, 225000 * NEW.pause + 130000, 0; END;
