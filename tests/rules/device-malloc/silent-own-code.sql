-- SPDX-License-Identifier: MIT
-- As in fires-beside-another.sql, but samples of large() itself fill its half of the time: the driver's are of something
-- else.
-- include: heap.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (5100000, 5106000, 5000000, 7);
INSERT INTO do_sample (function_id, reason, samples) VALUES (1, 'wait', 1000), (2, 'wait', 5000);
UPDATE pc_sampling SET samples = samples + 4000, non_user_samples = 4000;
