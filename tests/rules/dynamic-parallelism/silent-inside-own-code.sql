-- SPDX-License-Identifier: MIT
-- As in fires-inside.sql, but large() itself has 51 % of the samples: it does work of its own.
-- include: launches.sql
INSERT INTO function VALUES (3, '_Z5childPf'), (4, '__cudaCDP2LaunchDeviceV2');
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (3, 'wait', 490), (2, 'wait', 510);
UPDATE pc_sampling SET period_cycles = 131072, samples = samples + 2000, non_user_samples = 2000;
