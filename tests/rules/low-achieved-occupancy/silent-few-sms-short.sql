-- SPDX-License-Identifier: MIT
-- Launches of 40 us: of these samples do not tell how many SMs they have.
-- abstains: --metrics
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 4000 * i, 6000 + 41000 * i, 40000, 4 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (405000, 3705000);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 1000);
UPDATE pc_sampling SET period_cycles = 131072;
