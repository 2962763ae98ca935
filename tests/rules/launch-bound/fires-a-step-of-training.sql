-- SPDX-License-Identifier: MIT
-- silent-work-behind-backward.sql, but what passes behind the gradients is in a line that launches: the step of the optimizer, or the
-- call that hands the gradients over. A step is one row of 13, of 365 us, of which a graph leaves some 30.
-- expect: severity=warning, occurrences=649, cost_ns=16000000..18000000, gain_percent=45..60, evidence~"50, the longest of 13 kernels"
-- include: step_of_training.sql
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9000, 9001, 20);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, NULL, 2);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
	SELECT 700000 * i + 1000, 1, 1, (SELECT id FROM api_call WHERE start_ns = 700000 * i), 0 FROM n;
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
	SELECT 700000 * i + 300000, 1, 1, 700000 * i + 299000, 0 FROM n;
