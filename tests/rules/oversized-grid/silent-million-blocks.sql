-- SPDX-License-Identifier: MIT
-- A million blocks, but in time for them: a stencil that takes 5 ms.
UPDATE launch_shape SET grid_x = 1000000 WHERE id = 5;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 5000000, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (10000, 5000000);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20);
