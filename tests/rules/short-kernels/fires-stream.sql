-- SPDX-License-Identifier: MIT
-- Kernels of 4 us with 1 us before each, launched early.
-- expect: severity=warning, gain=null, occurrences=1999, cost_ns=1900000..2000000, headline~"4.000 us each", headline~"1.000 us to get to it", evidence~"small (1,999)", advice~"several steps"
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 3100 * i, 10000 + 5000 * i, 4000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6201000, 3810000);
