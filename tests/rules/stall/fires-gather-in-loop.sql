-- SPDX-License-Identifier: MIT
-- Its warps wait for loads whose place another load names, in a loop that knows where that one is in each round: loads
-- of several rounds can be under way.
-- include: no_chain.sql
-- expect: headline~"data from global", advice~"unroll loops", evidence!~"p->next"
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
INSERT INTO do_sample VALUES (1, 144, 'long_scoreboard', 800, 800), (1, 208, 'selected', 100, 0), (1, 16, 'long_scoreboard', 50, 50);
