-- SPDX-License-Identifier: MIT
-- Half of the lanes are idle, in a kernel that waits for pages of managed memory for 20 % of its time.
-- expect: severity=warning, subject=small
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 4, 6000 + 501000 * (i / 10) + 10000 * (i % 10), 10000, 1, 1, 4096, 0 FROM n;
INSERT INTO do_metric VALUES (7, 'smsp__thread_inst_executed_per_inst_executed.ratio', 16.0), (7, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 60);
