-- SPDX-License-Identifier: MIT
-- The trace's own pinned copies run at 10 GB/s: what is pageable would not be faster than that.
-- expect: subject="host to device", cost_ns=6440000..6460000, evidence~10.0 GB/s
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes) VALUES (0, 10000, 1000000, 10000000);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000, 1010000);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 15)
	SELECT 1100000 + 1500000 * i, 1430000, 1110000 + 1500000 * i, 1403000, 10000000, 0 FROM n;
