-- SPDX-License-Identifier: MIT
-- Warps wait at a barrier, and 40 % of the time goes with pages of managed memory: the rest is its own.
-- expect: severity=note, subject=small
-- include: code.sql
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric (launch_shape_id, name, value) VALUES (7, 'gpu__time_duration.sum', 300000), (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10),
	(7, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10), (7, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (1, 368, 'barrier', 750, 650), (1, 240, 'long_scoreboard', 150, 150), (1, 0, 'selected', 100, 0);
