-- SPDX-License-Identifier: MIT
-- fires-pytorch-iterates-beside-workers.sql, with a twentieth of the host's time: less than a twentieth of the run, and nothing is said.
-- expect: advice~"workers do not keep up", advice!~"tolist", evidence!~"iteration over tensors"
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_';
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main'), (9010, '/v/lib/python3.11/site-packages/torch/utils/data/dataloader.py'), (9011, '_MultiProcessingDataLoaderIter._try_get_data'),
	(9012, '/v/lib/python3.11/site-packages/torch/_tensor.py'), (9013, 'Tensor.__iter__');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9010, 9011, 5), (3, 9012, 9013, 7);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, 1, 2), (3, 1, 3);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 240) SELECT 250000 * i, 1, CASE WHEN i % 20 = 0 THEN 3 ELSE 2 END, 250000 * i - 10000, 0 FROM n;
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k+1 FROM n WHERE k<49)
   SELECT 2130000*new.i+12000*k, 2130000*new.i+6000+12000*k, 10000,11,4 FROM n;
 INSERT INTO do_copy (call_ns,start_ns,duration_ns,size_bytes,copy_kind,stream_id) VALUES (2130000*new.i+600000,2130000*new.i+606000,2000,4,2,11);
 INSERT INTO do_wait (call_ns,call_duration_ns,stream_id) VALUES (2130000*new.i+604000,10000,11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<29) SELECT i FROM n;
