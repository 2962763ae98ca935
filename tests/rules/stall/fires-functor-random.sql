-- SPDX-License-Identifier: MIT
-- As fires-random-numbers.sql, in a functor that the program hands to CUB: most of it is code of cuRAND that was inlined there.
-- include: functor_drawn.sql
-- expect: severity=note, headline~"80 %", advice~curand4, evidence~"code of cuRAND", evidence!~"CUB chose this kernel"
-- expect-count: 1
UPDATE function SET name = '_ZN3cub9transformIN3app4WorkEEEvPfiT_' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
INSERT INTO do_sample VALUES (2, 0x160, 'long_scoreboard', 800, 700), (2, 0x3d0, 'wait', 200, 200);
