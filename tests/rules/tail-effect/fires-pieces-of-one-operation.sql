-- SPDX-License-Identifier: MIT
-- As fires-and-partial-warps.sql, of a program in Python. A stack tells where the first launch is made; the other nine follow 1 us behind each other: no line of
-- Python comes between them, so that they are pieces of the same operation.
-- include: tail-effect/fires-and-partial-warps.sql
-- expect: evidence~"launched from main() train.py:9", evidence!~"seen in", evidence!~"known of"
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 9);
INSERT INTO host_stack VALUES (1, NULL, 1);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late) SELECT start_ns, thread_id, 1, id, 0 FROM api_call WHERE id = 1;
