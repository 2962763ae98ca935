-- SPDX-License-Identifier: MIT
-- Launching takes 65 us, as where a CPU is slow or all launches are first ones. Kernels of 30 us are no trifle all the
-- same: most machines launch in less than a third of that.
-- expect: occurrences=100, headline~8 blocks
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 100000 * i, 60000, 65000 + 100000 * i, 30000, 3 FROM n;
