-- SPDX-License-Identifier: MIT
-- As in fires-inside.sql; large() itself has 49 % of the samples.
-- include: launches.sql
-- expect: severity=warning, cost_ns=2500000..2600000
INSERT INTO function VALUES (3, '_Z5childPf'), (4, '__cudaCDP2LaunchDeviceV2');
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (3, 'wait', 510), (2, 'wait', 490);
UPDATE pc_sampling SET period_cycles = 131072, samples = samples + 2000, non_user_samples = 2000;
