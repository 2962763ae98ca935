-- SPDX-License-Identifier: MIT
-- As fires-and-partial-warps.sql and 14 launches more, of native code: of a quarter of the launches a stack tells that they are made at two lines: of the others it is not known how many are where.
-- include: tail-effect/fires-and-partial-warps.sql
-- expect: evidence~"launched from main() x.cu:", evidence~"; main() x.cu:", evidence!~"% in main()"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 13) SELECT 10000000 + 510000 * i, 3000, 10006000 + 510000 * i, 500000, 20 FROM n;
INSERT INTO host_binary (id, path, build_id, load_address) VALUES (1, '/home/me/app', 'aa', 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (1, 1, 100);
INSERT INTO host_symbol (host_frame_id, function, file, line, is_call) VALUES (1, 'main', 'x.cu', 9, 1);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (2, 1, 110);
INSERT INTO host_symbol (host_frame_id, function, file, line, is_call) VALUES (2, 'main', 'x.cu', 10, 1);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, NULL, 2);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late)
	SELECT start_ns, thread_id, 1 + id / 4 % 2, id, 0 FROM api_call WHERE id IN (SELECT correlation_id FROM kernel) AND id % 4 = 0;
