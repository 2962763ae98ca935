-- SPDX-License-Identifier: MIT
-- Small kernels that are issued one by one, each after the one before has ended: the host holds them back.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT 70000 * i, 6000 + 70000 * i, 50000, 11, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2040000, 60000);
