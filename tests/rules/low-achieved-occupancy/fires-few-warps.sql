-- SPDX-License-Identifier: MIT
-- 256 blocks, two for each SM: a quarter of the slots can be full, and 14.5 % are on average, fewer than ten points less. But one scheduler
-- executes 1.9 times as many instructions as the average one: blocks have unequal work.
-- expect: headline~unequal, headline~"occupancy 14 %, where 24 %"
UPDATE launch_shape SET grid_x = 256 WHERE id = 4;
INSERT INTO do_ten_launches VALUES (4);
INSERT INTO do_metric VALUES (4, 'sm__warps_active.avg.pct_of_peak_sustained_active', 14.5), (4, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 33),
	(4, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 33), (4, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10),
	(4, 'smsp__inst_executed.sum', 5280000), (4, 'smsp__inst_executed.max', 19000),
	(4, 'sm__cycles_active.avg', 890000), (4, 'sm__cycles_active.max', 900000);
