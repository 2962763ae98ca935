-- SPDX-License-Identifier: MIT
-- As in fires-one-thread.sql, and its code reads no threadIdx: with larger blocks, its index has to. There are more elements
-- than threads that the GPU holds.
-- include: short.sql
-- expect: severity=warning, advice~"reads no threadIdx", advice~"let them stride"
UPDATE launch_shape SET grid_x = 800000, block_x = 1 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 50), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 50),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
