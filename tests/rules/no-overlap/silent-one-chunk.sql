-- SPDX-License-Identifier: MIT
-- Copy in once, compute long, copy out once: nothing to overlap with.
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES (0, 10000, 300000, 16 << 20, 11);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 + 4000 * i, 312000 + 262000 * i, 260000, 11, 5 FROM n;
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
	VALUES (90000, 5552000, 300000, 16 << 20, 2, 11);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (95000, 5760000);
