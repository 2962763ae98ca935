-- SPDX-License-Identifier: MIT
-- As fires-same-address.sql, and stacks of the copies' calls were taken: the finding names the line that copies.
-- include: repeated-copy/fires-same-address.sql
-- expect: evidence~"host code 100 % up to a point in main() train.py:10"
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10);
INSERT INTO host_stack VALUES (1, NULL, 1);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, 1, id, 0 FROM api_call WHERE id IN (SELECT correlation_id FROM copy);
