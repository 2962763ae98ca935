-- SPDX-License-Identifier: MIT
-- A hundred times the host prepares for 40 us, and launches a kernel of 60 us, after which the call returns: the GPU
-- idles for 50 us each time. Launches that return at once hide the host behind the kernels.
-- expect: severity=warning, occurrences=100, cost_ns=4900000..5000000, gain_ns=4500000..5000000, headline~CUDA_LAUNCH_BLOCKING=1 is set: 100 launches
INSERT INTO environment VALUES ('CUDA_LAUNCH_BLOCKING', '1');
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 110000 * i, 70000, 5000 + 110000 * i, 60000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (11000000, 5000);
