-- SPDX-License-Identifier: MIT
-- Of the thread for gradients again, with 600 us between rows of six: no operator takes that long.
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
	SELECT 15000 * i + 590000 * (i / 6), 5000, 7000 + 15000 * i + 590000 * (i / 6), 2000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (34000000, 6000);
UPDATE thread SET name = 'pt_autograd_0' WHERE id = 1;
