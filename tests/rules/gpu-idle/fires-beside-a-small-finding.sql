-- SPDX-License-Identifier: MIT
-- As before, but the number goes to pageable memory, and a large pageable copy at the end is a finding of its own,
-- whose cost is no more than a tenth of the gaps: it does not explain them.
-- expect: occurrences>=199, headline~waited for the GPU
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 10000, 4);
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async)
		VALUES (new.start_ns + 4000, 34000, new.start_ns + 17000, 2000, 4, 2, 0, 0);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async)
		VALUES (new.start_ns + 39000, 20000, new.start_ns + 57000, 1000, 4, 0, 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (new.start_ns + 60000, new.start_ns + 66000, 10000, 4);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 198) SELECT i, 60000 * i FROM n;
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async)
	VALUES (60000 * 199 + 4000, 1000000, 60000 * 199 + 20000, 950000, 8388608, 2, 0, 0);
