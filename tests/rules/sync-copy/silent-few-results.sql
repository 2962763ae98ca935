-- SPDX-License-Identifier: MIT
-- Three kernels and their results, one after another: no loop.
CREATE TEMP TABLE do_part (i INTEGER);
CREATE TEMP TRIGGER do_part_row AFTER INSERT ON do_part BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (291000 * new.i, 291000 * new.i + 6000, 130000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async, api)
		VALUES (291000 * new.i + 4000, 150000 + 136000, 291000 * new.i + 138000, 150000, 8 << 20, 2, 0, 'cudaMemcpy_v3020');
END;
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2) SELECT i FROM n;
