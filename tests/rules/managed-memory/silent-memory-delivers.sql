-- SPDX-License-Identifier: MIT
-- The same, but GPU memory delivers 200 GB/s: more than could come over the bus.
-- abstains: a single pass
-- include: short.sql
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'gpu__time_duration.sum', 490000), (5, 'dram__bytes_read.sum', 98000000), (5, 'dram__bytes_write.sum', 0),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 1.7), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 98);
INSERT INTO do_sample (function_id, reason, samples) SELECT function_id, 'long_scoreboard', 800 FROM launch_shape WHERE id = 5;
INSERT INTO do_sample (function_id, pc, reason, samples) SELECT function_id, 16, 'wait', 200 FROM launch_shape WHERE id = 5;
