-- SPDX-License-Identifier: MIT
-- fires-one-chain.sql, but the schedulers issue in 30 % of the cycles.
-- expect: gain_percent>=1, headline~unequal
UPDATE launch_shape SET grid_x = 66 WHERE id = 6;
INSERT INTO do_ten_launches VALUES (6);
INSERT INTO do_metric VALUES (6, 'sm__warps_active.avg.pct_of_peak_sustained_active', 10), (6, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30),
	(6, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 15), (6, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 15),
	(6, 'smsp__inst_executed.sum', 2112000), (6, 'smsp__inst_executed.max', 12000),
	(6, 'sm__cycles_active.avg', 450000), (6, 'sm__cycles_active.max', 900000);
