-- SPDX-License-Identifier: MIT
-- Small kernels with copies between them in the same stream: steps of one computation.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (8000 * new.i, 6000 + 63200 * new.i, 50000, 11, 3);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (8000 * new.i + 4000, 57100 + 63200 * new.i, 11000, 262144, 2, 11);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (245000, 1660000);
