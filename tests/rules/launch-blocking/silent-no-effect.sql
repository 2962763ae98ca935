-- SPDX-License-Identifier: MIT
-- It is set, to a value that CUDA does not take: launches return before their kernels have begun. The GPU waits for
-- the host all the same.
INSERT INTO environment VALUES ('CUDA_LAUNCH_BLOCKING', '2');
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 110000 * i, 4000, 5000 + 110000 * i, 60000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (11000000, 5000);
