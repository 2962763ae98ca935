-- SPDX-License-Identifier: MIT
-- In 5 ms 132 SMs that have a warp each give 9,970 samples, and large() has 2,400: 32 SMs have one, though there are ten
-- blocks for each place. Nothing was counted.
-- expect: severity=warning, gain=null, headline~"32 of 132 SMs have a warp of it on average, of 10,560 blocks", cost_ns=3790000..3800000
-- expect-count: 1
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 2400);
UPDATE pc_sampling SET period_cycles = 131072;
