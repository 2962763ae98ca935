-- SPDX-License-Identifier: MIT
-- 2,000 kernels of 2.4 us, one launch every 6.5 us, of which the recorder has 2.0 us and the GPU 1.0 us to get to the next: the recorder's
-- is known to a third, so that the 1.1 us that are left may be its own.
-- expect: headline~"launching takes longer than running", severity=note, evidence~"compare with how long"
INSERT INTO meta VALUES ('call_cost_ns', 234);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
	SELECT 6500 * i, 6000, 9000 + 6500 * i, 2400 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (13000000, 12000);
