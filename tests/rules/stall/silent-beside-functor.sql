-- SPDX-License-Identifier: MIT
-- A kernel of CUB with a functor of the program's: its warps wait in CUB's lines, which the program cannot change.
-- include: functor.sql
UPDATE function SET name = '_ZN3cub9transformIN3app4WorkEEEvPfiT_' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
INSERT INTO do_sample VALUES (2, 0x2d0, 'long_scoreboard', 600, 600), (2, 0x190, 'long_scoreboard', 300, 300), (2, 0x190, 'selected', 100, 0);
