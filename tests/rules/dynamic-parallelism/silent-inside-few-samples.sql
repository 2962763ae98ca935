-- SPDX-License-Identifier: MIT
-- As in fires-inside.sql, with 99 samples of child(): too few to tell.
-- include: launches.sql
INSERT INTO function VALUES (3, '_Z5childPf'), (4, '__cudaCDP2LaunchDeviceV2');
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (3, 'wait', 99), (2, 'wait', 1);
UPDATE pc_sampling SET period_cycles = 131072, samples = samples + 200, non_user_samples = 200;
