-- SPDX-License-Identifier: MIT
-- As fires-in-shadow-of-waits.sql, but the long kernel takes 4 ms: the GPU idles for 6 % of the time. The gaps themselves
-- have no wait in them, but they are all in the shadow of one, which is the cause.
-- expect: cost_ns=9500000..11000000, evidence~"catching up", evidence~"4 B"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id, call_duration_ns)
		VALUES (4650000 * (new.i / 31) + 20000 * (new.i % 31), 4650000 * (new.i / 31) + 20000 * (new.i % 31) + 4000,
			CASE new.i % 31 WHEN 30 THEN 4000000 ELSE 10000 END, 11, 5, 2000);
	INSERT INTO do_call (call_ns, call_duration_ns, api)
		VALUES (4650000 * (new.i / 31) + 20000 * (new.i % 31) + 9000, 500, 'cudaGetDevice_v3020');
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, stream_id, call_duration_ns)
		SELECT 4650000 * (new.i / 31) + 610000, 4650000 * (new.i / 31) + 4604000, 2000, 4, 2, 0, 0, 11, 4000000
		WHERE new.i % 31 = 30;
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 30 * 31 - 1) SELECT i FROM n;
