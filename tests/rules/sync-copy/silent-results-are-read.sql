-- SPDX-License-Identifier: MIT
-- The host works on each result for 30 us before it launches the next kernel, which may depend on it.
CREATE TEMP TABLE do_part (i INTEGER);
CREATE TEMP TRIGGER do_part_row AFTER INSERT ON do_part BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (320000 * new.i, 320000 * new.i + 6000, 130000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async, api)
		VALUES (320000 * new.i + 4000, 150000 + 136000, 320000 * new.i + 138000, 150000, 8 << 20, 2, 0, 'cudaMemcpy_v3020');
END;
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
