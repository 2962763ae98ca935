-- SPDX-License-Identifier: MIT
-- As fires-a-little-in-shadow-of-waits.sql, but the host waits for nothing: that it issues the short kernels slower than
-- they run has no cause in the trace, and costs 6 %.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id, call_duration_ns)
		VALUES (4650000 * (new.i / 31) + 20000 * (new.i % 31), 4650000 * (new.i / 31) + 20000 * (new.i % 31) + 4000,
			CASE new.i % 31 WHEN 30 THEN 4000000 ELSE 10000 END, 11, 5, 2000);
	INSERT INTO do_call (call_ns, call_duration_ns, api)
		VALUES (4650000 * (new.i / 31) + 20000 * (new.i % 31) + 9000, 500, 'cudaGetDevice_v3020');
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 30 * 31 - 1) SELECT i FROM n;
