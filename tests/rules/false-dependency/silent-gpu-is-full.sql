-- SPDX-License-Identifier: MIT
-- Two streams on one queue, each kernel fills the GPU: the second stream's could not have run beside the first's.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
	SELECT 4000 * i, 6000 + 101000 * i, 100000, 11 + i / 4, 1, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (40000, 780000);
