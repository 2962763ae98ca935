-- SPDX-License-Identifier: MIT
-- Nine arrays of 2 MiB before each of thirty kernels: their bytes take the time, not their starts.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		SELECT 40000 * new.i + 4000 * k.value, 10000 + 400000 * new.i + 40000 * k.value, 38500, 2 << 20, 11
		FROM json_each('[0, 1, 2, 3, 4, 5, 6, 7, 8]') AS k;
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (40000 * new.i + 36000, 371000 + 400000 * new.i, 20000, 11, 5);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (1200000, 10900000);
