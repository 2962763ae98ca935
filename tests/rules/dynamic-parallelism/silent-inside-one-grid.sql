-- SPDX-License-Identifier: MIT
-- As in fires-inside.sql, but each launch takes 8 us: what it launches is one grid, or a few.
-- include: launches.sql
INSERT INTO function VALUES (3, '_Z5childPf'), (4, '__cudaCDP2LaunchDeviceV2');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 10000 * i, 6000 + 10000 * i, 8000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (1000000, 5000);
INSERT INTO do_sample (function_id, reason, samples) VALUES (3, 'wait', 150), (2, 'wait', 10);
UPDATE pc_sampling SET period_cycles = 131072, samples = samples + 20, non_user_samples = 20;
