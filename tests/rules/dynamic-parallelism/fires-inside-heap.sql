-- SPDX-License-Identifier: MIT
-- As in fires-inside.sql, and large() calls malloc(), too.
-- include: launches_heap.sql
-- expect: severity=warning, cost_ns=4490000..4510000, advice~"Replace its malloc()", evidence~"malloc() is called, too"
INSERT INTO function VALUES (3, '_Z5childPf'), (4, '__cudaCDP2LaunchDeviceV2');
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (3, 'wait', 900), (2, 'wait', 100);
UPDATE pc_sampling SET period_cycles = 131072, samples = samples + 2000, non_user_samples = 2000;
