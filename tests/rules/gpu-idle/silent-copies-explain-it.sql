-- SPDX-License-Identifier: MIT
-- The GPU idles while the host copies results into pageable memory, and pageable-copy says so: that is enough.
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async)
		VALUES (new.start_ns, 1400000, new.start_ns + 400000, 950000, 8388608, 0, 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (new.start_ns + 1401000, new.start_ns + 1407000, 600000, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (new.start_ns + 1405000, 604000);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59) SELECT i, 2012000 * i FROM n;
