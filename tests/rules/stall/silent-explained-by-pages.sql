-- SPDX-License-Identifier: MIT
-- As fires-beside-pages.sql, but pages of managed memory are 60 % of its time: those explain it.
-- include: code.sql
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric (launch_shape_id, name, value) VALUES (7, 'gpu__time_duration.sum', 200000), (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10),
	(7, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10), (7, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (1, 368, 'barrier', 750, 650), (1, 240, 'long_scoreboard', 150, 150), (1, 0, 'selected', 100, 0);
