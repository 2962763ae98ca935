-- SPDX-License-Identifier: MIT
-- A block of 256 threads, of which one goes through a loop for 30 % of the samples, while the others have ended.
-- expect: severity=warning, cost_ns=1500000, gain=null, headline~"one thread of a block of 256 threads works alone for 30 %", advice~"blockDim.x", evidence~"alone at"
-- include: alone.sql
INSERT INTO do_ten_launches VALUES (2);
INSERT INTO do_sample VALUES (1, 0x150, 'long_scoreboard', 280, 280), (1, 0x1a0, 'selected', 20, 0), (1, 0x50, 'long_scoreboard', 700, 0);
