-- SPDX-License-Identifier: MIT
-- Calls that take long for another reason: CUDA_LAUNCH_BLOCKING is not set, or 0.
INSERT INTO environment VALUES ('CUDA_LAUNCH_BLOCKING', '0');
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 110000 * i, 70000, 5000 + 110000 * i, 60000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (11000000, 5000);
