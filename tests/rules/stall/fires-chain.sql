-- SPDX-License-Identifier: MIT
-- Its warps wait for loads in a loop that follows links: unrolling has no more of them under way.
-- include: chain.sql
-- expect: headline~"data from global", advice~"More chains", advice!~"unroll loops", evidence~"p->next"
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
INSERT INTO do_sample VALUES (1, 128, 'long_scoreboard', 800, 800), (1, 144, 'selected', 100, 0), (1, 16, 'long_scoreboard', 50, 50);
