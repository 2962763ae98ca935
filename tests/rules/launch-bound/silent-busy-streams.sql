-- SPDX-License-Identifier: MIT
-- As fires-events-between.sql, but the kernels take 20 us each: the host is ahead, and the GPU always has the next one.
-- include: between_events.sql
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
	SELECT 8500 * i, 7000 + 22000 * i, 20000, 11 + i % 2, 12 - i % 2 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (3400000, 5400000);
