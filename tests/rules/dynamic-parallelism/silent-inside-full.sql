-- SPDX-License-Identifier: MIT
-- As in fires-inside.sql, but there are as many samples of child() as 51 % of a GPU with a warp on every SM gives.
-- include: launches.sql
INSERT INTO function VALUES (3, '_Z5childPf'), (4, '__cudaCDP2LaunchDeviceV2');
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (3, 'wait', 5100), (2, 'wait', 560);
UPDATE pc_sampling SET period_cycles = 131072, samples = samples + 4200, non_user_samples = 4200;
