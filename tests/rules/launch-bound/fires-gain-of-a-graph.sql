-- SPDX-License-Identifier: MIT
-- 500 kernels of 1 us, one launch every 5 us, on a GPU of which it was measured what a kernel in a graph takes beyond
-- its duration: 224 ns. With a graph they take 500 x 1.224 us = 0.61 ms and a start instead of 2.5.
-- expect: gain_ns=1860000..1890000
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
