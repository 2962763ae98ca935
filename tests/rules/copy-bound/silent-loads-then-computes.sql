-- SPDX-License-Identifier: MIT
-- Sixteen copies, as fast as the bus, are the first 29 % of the run; then kernels run.
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 15)
	SELECT 4000 * i, 10000 + 154000 * i, 154000, 8 << 20, 11 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 64000 + 4000 * i, 2475000 + 601000 * i, 600000, 11, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (104000, 8390000);
