-- SPDX-License-Identifier: MIT
-- The host needs 15 us for each of 500 operations of 1.5 us: 468 launches go with them, and with these most of what launch-bound costs.
-- expect: severity=note, occurrences=500, cost_ns=5000000..7400000, evidence~"launches 468 of 500 kernels"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 15000 * i, 4000, 7000 + 15000 * i, 1500 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (7500000, 6000);
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv';
