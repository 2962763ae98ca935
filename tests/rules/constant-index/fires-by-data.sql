-- SPDX-License-Identifier: MIT
-- Each lane loads a constant by what it has loaded from global memory: 85 % of the samples wait for the queue that these
-- loads go by, 70 % of those at the loads and at what uses them, and the schedulers issue in 5 % of the cycles.
-- include: table.sql
-- expect: severity=warning, subject=large, cost_ns=4250000, gain=null, headline~"85 % of the time", evidence~"queues at special.cu"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0xf0, 'mio_throttle', 3000, 2900),
	(2, 0x100, 'short_scoreboard', 3000, 2900),
	(2, 0xe0, 'short_scoreboard', 2500, 2450),
	(2, 0xd0, 'long_scoreboard', 1300, 1250),
	(2, 0xf0, 'selected', 20, 0),
	(2, 0xd0, 'selected', 20, 0),
	(2, 0xa0, 'selected', 160, 0);
