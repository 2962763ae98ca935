-- SPDX-License-Identifier: MIT
-- The same with 140 us of the host before each launch of a kernel of 60 us: it hides the kernels then, and the host's
-- time remains.
-- expect: cost_ns=14500000..15000000, gain_ns=6000000..6550000
INSERT INTO environment VALUES ('CUDA_LAUNCH_BLOCKING', '1');
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 210000 * i, 70000, 5000 + 210000 * i, 60000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (21000000, 5000);
