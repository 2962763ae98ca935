-- SPDX-License-Identifier: MIT
-- 50 steps of 700 us: 4 launches of the main thread, 10 us apart, 40 us later 5 of PyTorch's thread for gradients, 200 us later 4 of the main
-- thread, which copies a number to the host behind them and waits for it.
UPDATE thread SET name = 'pt_autograd_0' WHERE id = 2;
CREATE TEMP TABLE do_step(i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, thread_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 12)
		SELECT 700000 * new.i + 10000 * k + 40000 * (k > 3) + 200000 * (k > 8), 5000,
			700000 * new.i + 10000 * k + 40000 * (k > 3) + 200000 * (k > 8) + 7000, 1000, 1 + (k BETWEEN 4 AND 8) FROM n;
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (700000 * new.i + 380000, 700000 * new.i + 387000, 1000, 4, 2);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (700000 * new.i + 384000, 10000, 1);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49) SELECT i FROM n;
