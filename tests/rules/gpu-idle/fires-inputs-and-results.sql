-- SPDX-License-Identifier: MIT
-- A training step: its input is copied in from pageable memory, two kernels, and the loss is copied out and waited for.
-- expect: occurrences>=39, evidence~"39 copies of 4 B to the host, each waited for", advice~"every few steps only"
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async)
		VALUES (new.start_ns, 18000, new.start_ns + 16000, 1500, 65536, 0, 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (new.start_ns + 19000, new.start_ns + 23000, 9000, 4);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (new.start_ns + 23000, new.start_ns + 33000, 9000, 4);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async)
		VALUES (new.start_ns + 27000, 26000, new.start_ns + 44000, 1500, 4, 2, 0, 0);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i, 60000 * i FROM n;
