-- SPDX-License-Identifier: MIT
-- fires-few-warps.sql, but no scheduler executes more than a third more instructions than the average one: that does not leave so many slots
-- empty, and what else is lost is lost where blocks start and end.
UPDATE launch_shape SET grid_x = 256 WHERE id = 4;
INSERT INTO do_ten_launches VALUES (4);
INSERT INTO do_metric VALUES (4, 'sm__warps_active.avg.pct_of_peak_sustained_active', 14.5), (4, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 33),
	(4, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 33), (4, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10),
	(4, 'smsp__inst_executed.sum', 5280000), (4, 'smsp__inst_executed.max', 13500),
	(4, 'sm__cycles_active.avg', 890000), (4, 'sm__cycles_active.max', 900000);
