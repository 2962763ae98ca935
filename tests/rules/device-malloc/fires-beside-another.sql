-- SPDX-License-Identifier: MIT
-- large() uses the heap for 5 ms, and small() runs as long without it. Half of the samples are the driver's. Those of
-- large() fill 60 % of its half of the time: 40 % are left for the heap.
-- include: heap.sql
-- expect: severity=warning, subject~large, cost_ns=1950000..2050000
-- expect-count: 1
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (5100000, 5106000, 5000000, 7);
INSERT INTO do_sample (function_id, reason, samples) VALUES (1, 'wait', 2000), (2, 'wait', 3000);
UPDATE pc_sampling SET samples = samples + 5000, non_user_samples = 5000;
