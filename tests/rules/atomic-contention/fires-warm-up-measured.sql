-- SPDX-License-Identifier: MIT
-- fires-global.sql behind a first launch of a tenth of the time, whose counters alone were read: they say nothing of the
-- others, and what samples of all say is not scaled by them.
-- include: code.sql
-- expect: severity=warning, gain=null, headline~"queue for atomic operations 70 %", cost_ns=3500000..3600000
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 50000, 5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10)
	SELECT 4000 * i, 501000 * i - 444000, 500000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (85000, 5000000);
INSERT INTO do_metric VALUES (5, 'smsp__inst_executed.sum', 100000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'lg_throttle', 500), (2, 128, 'lg_throttle', 200),
	(2, 432, 'long_scoreboard', 250), (2, 0, 'selected', 50);
