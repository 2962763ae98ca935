-- SPDX-License-Identifier: MIT
-- Forty parts as a short-lived loop has them: copy in 15 us, compute 13 us, each call recorded. Of the 5 and 6 us before
-- each operation some are the recorder's: the cost is that of the run without it.
-- expect: severity=warning, occurrences=40, cost_ns=700000..830000
INSERT INTO meta VALUES ('call_cost_ns', 234);
CREATE TEMP TABLE do_part (i INTEGER);
CREATE TEMP TRIGGER do_part_row AFTER INSERT ON do_part BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, api)
		VALUES (39000 * new.i, 34500 - (CASE new.i WHEN 0 THEN 13500 ELSE 0 END),
			39000 * new.i + (CASE new.i WHEN 0 THEN 5000 ELSE 18500 END), 15000, 768 << 10, 0, 'cudaMemcpy_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (39000 * new.i + 34900, 39000 * new.i + 39500, 13000, 5);
END;
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (1560500, 16000);
