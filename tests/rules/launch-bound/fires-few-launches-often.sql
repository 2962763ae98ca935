-- SPDX-License-Identifier: MIT
-- A step of five short kernels whose result is looked at, a thousand times and more: a graph of so few wins little each time, and much in all.
-- expect: severity=warning, gain_percent=10..25, advice~cudaGraphLaunch
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4)
		SELECT 50000 * new.i + 4000 * i, 50000 * new.i + 6000 + 4000 * i, 1000 FROM n;
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async, call_duration_ns, api)
		VALUES (50000 * new.i + 20000, 50000 * new.i + 26000, 1500, 64, 2, 0, 12000, 'cudaMemcpy_v3020');
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1010) SELECT i FROM n;
