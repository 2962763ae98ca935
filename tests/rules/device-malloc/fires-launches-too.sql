-- SPDX-License-Identifier: MIT
-- large() calls malloc(), and launches kernels that fill the GPU: seven of ten samples are the driver's, for both of these.
-- include: launches_heap.sql
-- expect: severity=note, gain=null, headline~"is not known"
-- expect-count: 1
INSERT INTO function VALUES (3, '_Z5childPf'), (4, '__cudaCDP2LaunchDeviceV2');
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (3, 'wait', 6000), (2, 'wait', 300);
UPDATE pc_sampling SET period_cycles = 131072, samples = samples + 14700, non_user_samples = 14700;
