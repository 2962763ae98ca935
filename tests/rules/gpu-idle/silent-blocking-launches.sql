-- SPDX-License-Identifier: MIT
-- As in launch-bound: launches in a row that wait, which launch-blocking has.
INSERT INTO environment VALUES ('CUDA_LAUNCH_BLOCKING', '1');
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 20000 * i, 15000, 5000 + 20000 * i, 5000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2000000, 5000);
