-- SPDX-License-Identifier: MIT
-- As fires-in-a-loop.sql, of native code: a third of the calls have a stack: where the others are made is not known.
-- include: pageable-copy/fires-in-a-loop.sql
-- expect: evidence~"host code main() app (seen in ", evidence~"where the others were made is not known", evidence!~"% up to a point"
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (1, 1, 100);
INSERT INTO host_symbol (host_frame_id, function, is_call) VALUES (1, 'main', 1);
INSERT INTO host_stack VALUES (1, NULL, 1);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, 1, id, 0 FROM api_call WHERE id IN (SELECT correlation_id FROM copy WHERE id % 3 = 1);
