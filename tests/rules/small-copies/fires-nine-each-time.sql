-- SPDX-License-Identifier: MIT
-- Nine pieces of 256 bytes before each of a hundred kernels, one every 4 us: one copy would take 2 us.
-- expect: subject="host to device", severity=warning, occurrences=900, cost_ns=3000000..3400000, gain_percent=50..70, headline~900 copies
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		SELECT 40000 * new.i + 4000 * k.value, 10000 + 50000 * new.i + 4000 * k.value, 2000, 256, 11
		FROM json_each('[0, 1, 2, 3, 4, 5, 6, 7, 8]') AS k;
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (40000 * new.i + 36000, 46000 + 50000 * new.i, 12000, 11, 5);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000000, 1010000);
