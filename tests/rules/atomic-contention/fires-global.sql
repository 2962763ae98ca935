-- SPDX-License-Identifier: MIT
-- large() adds to one word of global memory. Its warps wait for a place in the queue, at the atomic operation and at
-- the load before it.
-- include: code.sql
-- expect: severity=warning, gain=null, headline~"queue for atomic operations 70 %", evidence~"kernels.cu:23", evidence~"1 atomic instruction on global", advice~register, cost_ns=3400000..3600000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'lg_throttle', 500), (2, 128, 'lg_throttle', 200),
	(2, 432, 'long_scoreboard', 250), (2, 0, 'selected', 50);
