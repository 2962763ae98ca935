-- SPDX-License-Identifier: MIT
-- The same without samples, but of the thread in which PyTorch computes gradients: it does nothing else.
-- expect: severity=warning, occurrences=299, cost_ns=9000000..11300000, gain_percent=60..95
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
	SELECT 15000 * i + 135000 * (i / 6), 5000, 7000 + 15000 * i + 135000 * (i / 6), 2000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (11300000, 6000);
UPDATE thread SET name = 'pt_autograd_0' WHERE id = 1;
