-- SPDX-License-Identifier: MIT
-- Twelve kernels, and their results are copied out once, in the end.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 5000 * i, 10000 + 132000 * i, 130000, 11, 5 FROM n;
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
	VALUES (60000, 1596000, 1800000, 96 << 20, 2, 11);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (64000, 3340000);
