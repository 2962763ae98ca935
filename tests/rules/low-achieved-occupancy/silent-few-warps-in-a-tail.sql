-- SPDX-License-Identifier: MIT
-- A wave and a tenth of blocks of 8 warps, of which two fit on an SM: the last wave has few. Equal blocks would fill slots no better,
-- however unequal these are.
UPDATE launch_shape SET grid_x = 290, dynamic_shared_bytes = 100000, is_shared_optin = 1, shared_executed_bytes = 233472 WHERE id = 4;
INSERT INTO do_ten_launches VALUES (4);
INSERT INTO do_metric VALUES (4, 'sm__warps_active.avg.pct_of_peak_sustained_active', 12), (4, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 33),
	(4, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 33), (4, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10),
	(4, 'smsp__inst_executed.sum', 5280000), (4, 'smsp__inst_executed.max', 24000),
	(4, 'sm__cycles_active.avg', 890000), (4, 'sm__cycles_active.max', 900000);
