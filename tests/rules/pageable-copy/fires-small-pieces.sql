-- SPDX-License-Identifier: MIT
-- 8 MiB of pageable memory in eight copies at 8 GB/s, then 400 pieces of 16 KiB, 4 us each. Pieces in one copy, and pinned memory:
-- both together cannot be faster than 14.9 MB at 53.6 GB/s, which are 279 us.
-- expect: gain_percent>=20
-- together: copy=278000..370000
CREATE TEMP TABLE piece (i INTEGER);
CREATE TEMP TRIGGER piece_row AFTER INSERT ON piece BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api)
		VALUES (2000000 + 11000 * new.i, 10500, 2001500 + 11000 * new.i, 4000, 1 << 14, 0, 0, 'cudaMemcpy_v3020');
END;
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
	SELECT 145000 * i, 144000, 10000 + 145000 * i, 131000, 1 << 20, 0, 0, 'cudaMemcpy_v3020' FROM n;
INSERT INTO piece WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399) SELECT i FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (6410000, 6416000, 100000, 4);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6414000, 105000);
