-- SPDX-License-Identifier: MIT
-- Nine arrays of 24 KiB go to the GPU before each kernel. A quarter of their time is the bytes, at the rate of a large
-- copy before: dealing them to streams would start as many copies.
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES (-3000000, -2990000, 1220000, 64 << 20, 12);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, stream_id)
		WITH RECURSIVE k(j) AS (SELECT 0 UNION ALL SELECT j + 1 FROM k WHERE j < 8)
		SELECT 6000 * new.i + 500 * j, 400, 10000 + 32000 * new.i + 2000 * j, 1900, 24576, 11 FROM k;
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (6000 * new.i + 5000, 900, 10000 + 32000 * new.i + 19000, 12000, 11, 5);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200000, 800000);
