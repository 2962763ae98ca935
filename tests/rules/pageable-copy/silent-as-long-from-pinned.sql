-- SPDX-License-Identifier: MIT
-- An iteration ends with cudaMemcpy() of 4 bytes: 1.4 us, as long as it takes from pinned memory.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (30000 * new.i, 30000 * new.i + 6000, 12000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
		VALUES (30000 * new.i + 4000, 18000, 30000 * new.i + 19000, 1400 + new.i % 3, 4, 2, 0, 0, 'cudaMemcpy_v3020');
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT i FROM n;
