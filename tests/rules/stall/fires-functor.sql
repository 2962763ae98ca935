-- SPDX-License-Identifier: MIT
-- A kernel of CUB with a functor of the program's, in whose lines its warps wait.
-- include: functor.sql
-- expect: severity=note, headline~"data from global", evidence~"80 % of it is in the program's own lines; CUB launches it", evidence!~"chose this kernel", file=/home/user/app/work.cu, line=12
-- expect-count: 1
UPDATE function SET name = '_ZN3cub9transformIN3app4WorkEEEvPfiT_' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
INSERT INTO do_sample VALUES (2, 0x190, 'long_scoreboard', 700, 700), (2, 0x190, 'selected', 100, 0), (2, 0x2d0, 'long_scoreboard', 200, 200);
