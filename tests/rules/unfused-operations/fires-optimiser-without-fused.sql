-- SPDX-License-Identifier: MIT
-- The same of RMSprop, which has no kernel for the whole step.
-- include: foreach.sql
-- expect: severity=note, subject=optimiser, advice~"torch.optim.RMSprop has no fused=True", advice!~"SGD", advice!~"Adam"
-- expect-count: 1
INSERT INTO do_step VALUES (0, 8), (1, 8), (2, 8), (3, 8);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (350000, 8000000);
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main'), (9010, '/v/lib/python3.12/site-packages/torch/optim/rmsprop.py'), (9011, 'RMSprop.step'), (9012, '_multi_tensor_rmsprop');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 88), (2, 9010, 9011, 5), (3, 9010, 9012, 6);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, 1, 2), (3, 2, 3);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late) SELECT start_ns, thread_id, 3, id, 0 FROM api_call;
