-- SPDX-License-Identifier: MIT
-- A loop over x = x * 0.9999 + 0.5 of a float: nine tenths of its warps' samples are at the arithmetic in doubles and the
-- conversions, or wait for their results, also from one round to the next.
-- include: doubles.sql
-- expect: severity=warning, subject=large, cost_ns=4500000, gain=null, headline~90 %, evidence~1 operation in doubles between 1 conversion, evidence~special.cu, evidence~floats 2 times as fast
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0x90, 'short_scoreboard', 400, 380), (2, 0xc0, 'short_scoreboard', 300, 280),
	(2, 0xc0, 'wait', 50, 50), (2, 0xd0, 'wait', 150, 100), (2, 0x50, 'long_scoreboard', 100, 100);
