-- SPDX-License-Identifier: MIT
-- The stacks of the launches have Adam's step in them: no other one is told of. That SGD was imported means nothing.
-- include: foreach.sql
-- expect: severity=note, subject=optimiser, advice~"fused=True for torch.optim.Adam or AdamW.", advice!~"SGD"
-- expect-count: 1
INSERT INTO do_step VALUES (0, 8), (1, 8), (2, 8), (3, 8);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (350000, 8000000);
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main'), (9010, '/v/lib/python3.12/site-packages/torch/optim/adam.py'), (9011, 'Adam.step'), (9012, '_multi_tensor_adam'), (9013, '/v/lib/python3.12/site-packages/torch/optim/sgd.py'), (9014, '<module>');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 88), (2, 9010, 9011, 5), (3, 9010, 9012, 6), (4, 9013, 9014, 1);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, 1, 2), (3, 2, 3);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late) SELECT start_ns, thread_id, 3, id, 0 FROM api_call;
