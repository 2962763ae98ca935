-- SPDX-License-Identifier: MIT
-- A model is loaded: twenty copies, each with 1 ms of allocating before it, which is half of the time. Then 1,000 kernels
-- follow one another with 1 us between them. The gaps are many, but those that cost time were at the start alone.
CREATE TEMP TABLE load(i INTEGER);
CREATE TEMP TRIGGER load_row AFTER INSERT ON load BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (1100000 * new.i, 1000000, 'cudaMalloc');
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (1100000 * new.i + 1002000, 1100000 * new.i + 1006000, 80000, 4000000, 1, 11);
END;
INSERT INTO load WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
	SELECT 22100000 + 25000 * i, 22106000 + 25000 * i, 24000, 11, 4 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (47200000, 6000);
