-- SPDX-License-Identifier: MIT
-- Three streams, each with its own chain: the program has said already what may overlap.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
	SELECT 4000 * i, 6000 + 4000 * (i % 3) + 51100 * (i / 3), 50000, 11 + i % 3, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (245000, 800000);
