-- SPDX-License-Identifier: MIT
-- large() launches child() in all its threads, and its record ends when they have: nine of ten samples are of child(), which
-- the host never launched, and there are few.
-- include: launches.sql
-- expect: severity=warning, subject~large, occurrences=10, gain=null, cost_ns=4490000..4510000, headline~"4.500 ms of its 5.000 ms", evidence~"child"
INSERT INTO function VALUES (3, '_Z5childPf'), (4, '__cudaCDP2LaunchDeviceV2');
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (3, 'wait', 900), (2, 'wait', 100);
UPDATE pc_sampling SET period_cycles = 131072, samples = samples + 2000, non_user_samples = 2000;
