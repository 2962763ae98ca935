-- SPDX-License-Identifier: MIT
-- Steps of 10 ms: 5 ms of loading in the process, 100 numbers that are computed and taken one by one, 40 us each, and a kernel. The
-- loading is the first cause; the numbers, 4 ms of each step, are the second.
-- expect: advice~"loads batches in the process that feeds the GPU", advice~"ms is no loading: the host waits for single results", advice~".item()", evidence~"beside the data", evidence~"each waited for", not_predicted~"how soon others", cost_ns=170000000..185000000
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_';
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main'), (9010, '/v/lib/python3.11/site-packages/torch/utils/data/_utils/fetch.py'), (9011, '_MapDatasetFetcher.fetch');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9010, 9011, 5), (3, 9000, 9001, 20);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, 1, 2), (3, NULL, 3);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
	SELECT 510000 * i, 1, CASE WHEN 510000 * i % 10000000 < 5000000 THEN 2 ELSE 3 END, 510000 * i, 0 FROM n;
CREATE TEMP TABLE read_number(start_ns INTEGER);
CREATE TEMP TRIGGER number_row AFTER INSERT ON read_number BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES (new.start_ns, new.start_ns + 5000, 2000, 11);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id) VALUES (new.start_ns + 12000, new.start_ns + 17000, 1000, 4, 2, 11);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.start_ns + 16000, 6000, 11);
END;
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (10000000 * new.i + 5000000, 10000000 * new.i + 5006000, 700000, 11, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (10000000 * new.i + 5010000, 700000, 11);
	INSERT INTO read_number WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 99) SELECT 10000000 * new.i + 5800000 + 40000 * k FROM n;
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
