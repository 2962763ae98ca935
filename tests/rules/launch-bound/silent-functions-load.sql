-- SPDX-License-Identifier: MIT
-- A program warms up: the first pass over its 100 functions loads each, which takes 150 us of the launch, for a kernel
-- of 20 us. From the second pass on launches are ahead of the GPU.
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
INSERT INTO function SELECT 100 + i, 'layer_' || i FROM n;
INSERT INTO launch_shape SELECT f.id, f.id, 1056, 1, 1, 256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0
	FROM function AS f WHERE f.id >= 100;
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 327680, 160000 * i + 2000, 145000, 1 FROM n;
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 160000 * i, 150000, 160000 * i + 152000, 20000, 100 + i FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 16000000 + 10000 * i, 16006000 + 21000 * i, 20000, 100 + i % 100 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (21000000, 5507000);
