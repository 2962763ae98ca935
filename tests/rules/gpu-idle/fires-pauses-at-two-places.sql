-- SPDX-License-Identifier: MIT
-- As fires-pauses-beside-operations.sql, but the pauses are spent at two places: that is one finding as before.
-- expect-count: 1
-- expect: subject="the GPU", occurrences=3199
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_';
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main'), (9002, 'encode'), (9003, 'shuffle');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9000, 9002, 32), (3, 9000, 9001, 20), (4, 9000, 9003, 50);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, 1, 2), (3, NULL, 3), (4, 1, 4);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
	SELECT 50000 * i + 1000, 1, CASE WHEN (50000 * i) % 6000000 >= 4000000 THEN (CASE (50000 * i / 6000000) % 2 WHEN 0 THEN 2 ELSE 4 END) ELSE 3 END, 50000 * i + 1000, 0 FROM n;
CREATE TEMP TABLE do_step (i INTEGER, call_ns INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.call_ns, new.call_ns + 6000, 10000, 11, 4);
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (new.call_ns + 9000, 500, 'cudaGetDevice_v3020');
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 40 * 80 - 1)
	SELECT i, 6000000 * (i / 80) + 50000 * (i % 80) FROM n;
