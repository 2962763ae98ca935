-- SPDX-License-Identifier: MIT
-- As fires-large-ones-among-small.sql, with a first copy that takes three times as long as the others: that may be noise.
-- expect: headline~"12 copies of pageable memory, device to host", evidence!~"first touch"
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (20000000 * new.i, 20000000 * new.i + 6000, 500000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
		VALUES (20000000 * new.i + 10000, 530000, 20000000 * new.i + 508000, 10000 + 4000 * (new.i % 2), 8, 2, 0, 0, 'cudaMemcpy_v3020');
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
		VALUES (20000000 * new.i + 600000, (CASE new.i WHEN 0 THEN 6000000 ELSE 2000000 END), 20000000 * new.i + 610000, (CASE new.i WHEN 0 THEN 6000000 ELSE 2000000 END) - 20000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
