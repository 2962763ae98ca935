-- SPDX-License-Identifier: MIT
-- As in fires-inside.sql, but samples are of the calls that launch, and of no child.
-- include: launches.sql
-- expect: severity=warning, subject~large, cost_ns=4490000..4510000, headline~"launch kernels"
INSERT INTO function VALUES (3, '_Z5childPf'), (4, '__cudaCDP2LaunchDeviceV2');
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'wait', 100), (4, 'wait', 900);
UPDATE pc_sampling SET period_cycles = 131072, samples = samples + 2000, non_user_samples = 2000;
