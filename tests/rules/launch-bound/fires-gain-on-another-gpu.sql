-- SPDX-License-Identifier: MIT
-- As fires-gain-of-a-graph.sql, on a GPU of which it was not measured: between 224 and 500 ns for each kernel, so
-- 500 x 1.362 us = 0.68 ms, and at least 500 x 138 ns = 69 us more or less.
-- expect: gain_ns=1795000..1825000, gain_error_ns>=69000
UPDATE device SET compute_capability_major = 8;
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
