-- SPDX-License-Identifier: MIT
-- Its warps wait for loads in a loop that adds up in memory: every round stores to the same address.
-- include: again.sql
-- expect: headline~"data from global", advice~__restrict__, evidence~"same address"
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
INSERT INTO do_sample VALUES (1, 176, 'long_scoreboard', 800, 800), (1, 192, 'selected', 100, 0), (1, 16, 'long_scoreboard', 50, 50);
