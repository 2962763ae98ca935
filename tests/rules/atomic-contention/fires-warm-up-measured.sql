-- SPDX-License-Identifier: MIT
-- fires-global.sql with counters of a launch that took a tenth of the time of the others: they say nothing, and the
-- samples of all are not theirs to scale.
-- include: code.sql
-- expect: severity=warning, gain=null, headline~"queue for atomic operations 70 %", cost_ns=3400000..3600000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'gpu__time_duration.sum', 50000), (5, 'smsp__inst_executed.sum', 100000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'lg_throttle', 500), (2, 128, 'lg_throttle', 200),
	(2, 432, 'long_scoreboard', 250), (2, 0, 'selected', 50);
