-- SPDX-License-Identifier: MIT
-- One step of 128 MiB, as in fires-single-chunk.sql, but six kernels go over the same data: an iteration may need all of
-- what the one before it made.
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES (0, 10000, 2400000, 128 << 20, 11);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5)
	SELECT 4000 + 4000 * i, 2412000 + 334000 * i, 332000, 11, 5 FROM n;
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
	VALUES (30000, 4418000, 2400000, 128 << 20, 2, 11);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (34000, 6790000);
