-- SPDX-License-Identifier: MIT
-- Kernels for 133 ms, and then the step of fires-single-chunk.sql: to cut it would win 3 % of the run, which is no rewrite's worth.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 132)
	SELECT 4000 * i, 6000 + 1001000 * i, 1000000, 11, 4 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (536000, 132610000);
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES (133150000, 133160000, 2400000, 128 << 20, 11);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (133154000, 135562000, 2000000, 11, 5);
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
	VALUES (133158000, 137564000, 2400000, 128 << 20, 2, 11);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (133162000, 6805000);
