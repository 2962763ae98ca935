-- SPDX-License-Identifier: MIT
-- Nothing is copied in: twelve times, a kernel of 130 us, then cudaMemcpy() of its 8 MiB of results for 150 us.
-- The next kernel is launched 1 us later: too soon to depend on what was copied.
-- expect: severity=warning, occurrences=12, gain_ns=1300000..1600000, evidence~cudaMemcpy
CREATE TEMP TABLE do_part (i INTEGER);
CREATE TEMP TRIGGER do_part_row AFTER INSERT ON do_part BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (291000 * new.i, 291000 * new.i + 6000, 130000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async, api)
		VALUES (291000 * new.i + 4000, 150000 + 136000, 291000 * new.i + 138000, 150000, 8 << 20, 2, 0, 'cudaMemcpy_v3020');
END;
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
