-- SPDX-License-Identifier: MIT
-- As fires-likely, but 750 cycles from an instruction to the next: no longer than a load of device memory may take.
-- abstains: a single pass
-- include: short.sql
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'gpu__time_duration.sum', 490000), (5, 'dram__bytes_read.sum', 10000000), (5, 'dram__bytes_write.sum', 0),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 2.1), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 98);
INSERT INTO do_sample (function_id, reason, samples) SELECT function_id, 'long_scoreboard', 800 FROM launch_shape WHERE id = 5;
INSERT INTO do_sample (function_id, pc, reason, samples) SELECT function_id, 16, 'wait', 200 FROM launch_shape WHERE id = 5;
