-- SPDX-License-Identifier: MIT
-- A kernel of CUB with a functor of the program's, without code: nobody knows whose lines its warps wait in.
UPDATE function SET name = '_ZN3cub9transformIN3app4WorkEEEvPfiT_' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
INSERT INTO do_sample VALUES (2, 0x190, 'long_scoreboard', 900, 900), (2, 0x190, 'selected', 100, 0);
