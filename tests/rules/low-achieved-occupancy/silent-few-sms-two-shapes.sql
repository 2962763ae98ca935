-- SPDX-License-Identifier: MIT
-- As in fires-few-sms.sql, where a fifth of the time is another launch shape's: which of them has the samples is not known.
-- abstains: --metrics
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, CASE WHEN i < 2 THEN 4 ELSE 5 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 2400);
UPDATE pc_sampling SET period_cycles = 131072;
