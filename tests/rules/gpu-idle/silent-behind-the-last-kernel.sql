-- SPDX-License-Identifier: MIT
-- Forty kernels of 200 us, and behind them the host compares forty values of the result with its own, which takes 100 us
-- each: no kernel is left that could run meanwhile.
-- budget: host>=25
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 3000 * i, 6000 + 202000 * i, 200000, 4 FROM n;
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 8100000 + 115000 * i, 15000, 8100000 + 115000 * i + 8000, 2000, 4, 2, 0 FROM n;
