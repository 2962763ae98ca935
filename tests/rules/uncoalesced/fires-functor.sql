-- SPDX-License-Identifier: MIT
-- The same in the functor that a program has CUB call for each element; counted, not sampled: most of what is executed is the program's.
-- include: functor.sql
-- expect: headline~"50 %", line=12, evidence~"90 % of it is in the program's own lines; CUB launches it", advice!~"Make the tensors"
UPDATE function SET name = '_ZN3cub9transformIN3app4WorkEEEvPfiT_' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_count VALUES (5, 0x190, 'smsp__sass_sectors_mem_global', 8000), (5, 0x190, 'smsp__sass_sectors_mem_global_ideal', 4000),
	(5, 0x190, 'smsp__sass_inst_executed', 9000), (5, 0x2d0, 'smsp__sass_inst_executed', 1000);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 60);
