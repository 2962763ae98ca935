-- SPDX-License-Identifier: MIT
-- cudaMemcpy() of the next part waits for the kernel before, and the host for the copy: 150 us and 130 us by turns.
-- expect: severity=warning, occurrences=8, gain_percent=35..55, evidence~cudaMemcpy
CREATE TEMP TABLE do_part (i INTEGER);
CREATE TEMP TRIGGER do_part_row AFTER INSERT ON do_part BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, api)
		VALUES (300000 * new.i - (CASE new.i WHEN 0 THEN 0 ELSE 130000 END),
			165000 + (CASE new.i WHEN 0 THEN 0 ELSE 130000 END),
			300000 * new.i + 10000, 150000, 8 << 20, 0, 'cudaMemcpy_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (300000 * new.i + 165000, 300000 * new.i + 171000, 130000, 5);
END;
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2270000, 135000);
