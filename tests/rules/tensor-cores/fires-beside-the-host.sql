-- SPDX-License-Identifier: MIT
-- As fires-single, but behind twenty products the host takes longer to launch each one than it runs: of half of their time the run waits for
-- the host. What they take is said, and what the run waits for.
-- expect: severity=warning, occurrences=40, gain=null, headline~"20.00 ms, 100.0 %", evidence~"the run waits for 10.", cost_ns=8500000..9500000
UPDATE function SET name = 'ampere_sgemm_128x64_nn' WHERE id = 2;
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 3000, 6000 + 501000 * i, 500000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (85000, 9946000);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 10100000 + 600000 * i, 3000, 10106000 + 600000 * i, 500000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (21510000, 500000);
