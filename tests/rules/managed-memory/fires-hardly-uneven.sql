-- SPDX-License-Identifier: MIT
-- As silent-uneven.sql, with SMs that have work for half of it.
-- expect: severity=note, headline~"fault by fault"
-- include: short.sql
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'gpu__time_duration.sum', 510000), (5, 'dram__bytes_read.sum', 10000000), (5, 'dram__bytes_write.sum', 0),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 2.6), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 98),
	(5, 'sm__cycles_active.avg', 51000), (5, 'sm__cycles_active.max', 100000);
INSERT INTO do_sample (function_id, reason, samples) SELECT function_id, 'long_scoreboard', 800 FROM launch_shape WHERE id = 5;
INSERT INTO do_sample (function_id, pc, reason, samples) SELECT function_id, 16, 'wait', 200 FROM launch_shape WHERE id = 5;
INSERT INTO metric (name) SELECT 'smsp__inst_executed.sum' WHERE NOT EXISTS (SELECT 1 FROM metric WHERE name = 'smsp__inst_executed.sum');
INSERT INTO measured_launch (launch_shape_id, ordinal, passes) VALUES (5, 2, 1), (5, 3, 1);
INSERT INTO launch_metric SELECT l.id, m.id, CASE m.name WHEN 'smsp__inst_executed.sum' THEN 1000000 + 10000 * l.ordinal
		WHEN 'gpu__time_duration.sum' THEN iif(l.ordinal = 2, 160000, 510000) END
	FROM measured_launch l, metric m WHERE m.name = 'smsp__inst_executed.sum' OR (m.name = 'gpu__time_duration.sum' AND l.ordinal > 1);
