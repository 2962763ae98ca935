-- SPDX-License-Identifier: MIT
-- Ten runs of four parts: copy in 150 us, compute 130 us, results out 20 us, all with cudaMemcpy(). After each run the
-- host works on its results for 2 ms. A run of 1.3 ms can shrink to about 0.8 ms, but not move under the host's work.
-- expect: occurrences=80, gain_ns=4200000..5600000
CREATE TEMP TABLE do_part (at_ns INTEGER);
CREATE TEMP TRIGGER do_part_row AFTER INSERT ON do_part BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, api)
		VALUES (new.at_ns, 160000, new.at_ns + 5000, 150000, 8 << 20, 0, 'cudaMemcpy_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (new.at_ns + 160500, new.at_ns + 165000, 130000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async, api)
		VALUES (new.at_ns + 164000, 157000, new.at_ns + 296000, 20000, 1 << 20, 2, 0, 'cudaMemcpy_v3020');
END;
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 322000 * i + 2000000 * (i / 4) FROM n;
