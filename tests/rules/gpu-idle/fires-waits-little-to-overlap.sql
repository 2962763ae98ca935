-- SPDX-License-Identifier: MIT
-- Each step waits for a number and needs 60 us of Python between launches of 2 us: overlapping wins a tenth of the idle time.
-- expect: headline~work of its own, advice~"The host needs longer for each operation than the GPU", advice~"Where the host waits for results", advice!~"in another thread", advice~"In CuPy", not_predicted~wins
UPDATE function SET name = 'cupy_add__float32_float32_float32';
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (160000 * new.i, 6000 + 160000 * new.i, 7000);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async)
		VALUES (160000 * new.i + 70000, 24000, 160000 * new.i + 83000, 2000, 4, 2, 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199) SELECT i FROM n;
