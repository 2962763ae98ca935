-- SPDX-License-Identifier: MIT
-- As fires-tiny.sql, one every 49 us, but the kernels take 6 us, longer than the call that launches them: a serial loop on the GPU, which a CPU may do sooner or not.
-- expect: advice!~"the CPU may be faster"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) SELECT 49000 * i, 5000, 49000 * i + 8000, 6000 FROM n;
