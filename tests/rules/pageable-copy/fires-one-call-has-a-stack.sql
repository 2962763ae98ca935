-- SPDX-License-Identifier: MIT
-- As fires-in-a-loop.sql, and of one of the calls a stack was taken: it says where that one was made.
-- include: pageable-copy/fires-in-a-loop.sql
-- expect: evidence~"in main() train.py:10 (seen in 1 of its "
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10);
INSERT INTO host_stack VALUES (1, NULL, 1);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, 1, id, 0 FROM api_call WHERE id = (SELECT min(correlation_id) FROM copy);
