-- SPDX-License-Identifier: MIT
-- A Python program asks for the devices, imports for 2 s, fills its memory, compiles for 1 s, and then launches 500
-- kernels of 1 us, one every 5 us: what it does before its loop does not make that a matter of a thousandth.
-- expect: severity=warning, occurrences=499, cost_ns=1900000..2100000
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-3000000000, 5000, 'cudaGetDeviceCount_v3020');
INSERT INTO do_fill (call_ns, start_ns, duration_ns, size_bytes) VALUES (-1000000000, -999990000, 5000, 1 << 20);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
