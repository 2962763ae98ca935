-- SPDX-License-Identifier: MIT
-- fires-data-behind-a-result.sql, but other processes load the data: they do so while the host waits for the loss, too.
-- expect: advice~"workers do not keep up", advice!~".item()", evidence!~"meanwhile it loads nothing", evidence!~"beside the data"
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_';
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main'), (9010, '/v/lib/python3.11/site-packages/torch/utils/data/dataloader.py'), (9011, '_MultiProcessingDataLoaderIter._try_get_data');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9010, 9011, 5), (3, 9000, 9001, 20);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, 1, 2), (3, NULL, 3);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 560)
	SELECT 100000 * i + 1000, 1, CASE WHEN (100000 * i + 1000) % 1400000 < 600000 THEN 2 ELSE 3 END, 100000 * i + 1000, 0 FROM n;
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (1400000 * new.i + 800000, 1400000 * new.i + 806000, 500000, 11, 4);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id) VALUES (1400000 * new.i + 810000, 1400000 * new.i + 1307000, 2000, 4, 2, 11);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (1400000 * new.i + 820000, 500000, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
