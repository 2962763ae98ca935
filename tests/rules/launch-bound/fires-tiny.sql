-- SPDX-License-Identifier: MIT
-- 1,000 kernels of one block and 1 us, one every 20 us: the GPU is busy for 5 % of the time, with 1 of 132 SMs.
-- expect: advice~"the CPU may be faster", evidence~"small work 1,000 of 1,000 launches have 1 block or fewer"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) SELECT 20000 * i, 5000, 20000 * i + 8000, 1000 FROM n;
