-- SPDX-License-Identifier: MIT
-- 100 steps: the main thread launches 20 kernels of 1 us, one every 10 us; 100 us later PyTorch's thread for gradients launches 40, and
-- 100 us behind the last of these the next step begins. The main thread waits for the other one meanwhile, which it says with no call:
-- of 800 us a graph for each row leaves the pauses, and no 400 us in which the main thread does nothing.
-- expect: severity=warning, occurrences=5999, cost_ns=51000000..54000000, gain_percent=60..67
UPDATE thread SET name = 'pt_autograd_0' WHERE id = 2;
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, thread_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5999)
	SELECT 800000 * (i / 60) + 10000 * (i % 60) + 100000 * (i % 60 >= 20), 5000,
		800000 * (i / 60) + 10000 * (i % 60) + 100000 * (i % 60 >= 20) + 7000, 1000, 1 + (i % 60 >= 20) FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (80000000, 6000);
