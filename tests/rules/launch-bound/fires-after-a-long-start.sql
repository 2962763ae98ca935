-- SPDX-License-Identifier: MIT
-- A program fills its memory, works on the host for 3.5 ms and then launches 500 kernels of 1 us, one every 5 us: its
-- loop is less than half of the run, and what the finding is of the loop is said.
-- expect: severity=warning, occurrences=499
INSERT INTO do_fill (call_ns, start_ns, duration_ns, size_bytes) VALUES (-3500000, -3490000, 5000, 1 << 20);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
