-- SPDX-License-Identifier: MIT
-- Warps wait at a barrier for three quarters of the time, where they were sampled at the instruction behind it; the schedulers issue in a fifth of the cycles.
-- include: code.sql
-- expect: severity=note, gain=null, headline~"at __syncthreads() 75 %", evidence~"waits at kernels.cu:14 (100 %)", evidence~"issuing in 20 %", evidence~"also long scoreboard 15 %", line=14, cost_ns=3700000..3800000
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample VALUES (1, 384, 'barrier', 750, 650), (1, 240, 'long_scoreboard', 150, 150), (1, 0, 'selected', 100, 0);
