-- SPDX-License-Identifier: MIT
-- Twelve layers of a model are copied to the GPU, 4 matrices each, then a loop runs without any copy: each matrix has
-- a buffer of its own, which pinning would not make worth it, though there are twelve of a size.
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 47)
	SELECT 1500000 * i, 1300000, 10000 + 1500000 * i, 1280000, 8000000 + 1000000 * (i % 4), 0 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
	SELECT 80000000 + 4000 * i, 80010000 + 2001000 * i, 2000000, 4 + i % 2 FROM n;
