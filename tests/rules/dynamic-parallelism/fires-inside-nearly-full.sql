-- SPDX-License-Identifier: MIT
-- As in fires-inside.sql, with as many samples of child() as 45 % of a GPU with a warp on every SM gives.
-- include: launches.sql
-- expect: severity=warning, evidence~"45.1 %"
INSERT INTO function VALUES (3, '_Z5childPf'), (4, '__cudaCDP2LaunchDeviceV2');
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (3, 'wait', 4500), (2, 'wait', 500);
UPDATE pc_sampling SET period_cycles = 131072, samples = samples + 3980, non_user_samples = 3980;
