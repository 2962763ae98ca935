-- SPDX-License-Identifier: MIT
-- Memory sets are waited for as well.
-- expect: occurrences=100, cost_ns=4900000..5000000
INSERT INTO environment VALUES ('CUDA_LAUNCH_BLOCKING', '1');
INSERT INTO do_fill (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 110000 * i, 70000, 5000 + 110000 * i, 60000, 1000000 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (11000000, 11005000, 60000);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (11004000, 65000);
