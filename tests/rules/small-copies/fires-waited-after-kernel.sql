-- SPDX-License-Identifier: MIT
-- Each step launches a kernel, waits for it, and copies twenty pieces from pinned memory, waiting for each: what they hold the host
-- knew when the first was copied.
-- expect: subject="host to device", occurrences=400, gain_percent=50..95, evidence~"400 copies in 20 rows"
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		SELECT 300000 * (new.i / 20), 300000 * (new.i / 20) + 6000, 20000, 12, 5 WHERE new.i % 20 = 0;
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id)
		SELECT 300000 * (new.i / 20) + 4000, 30000, 12 WHERE new.i % 20 = 0;
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, stream_id)
		VALUES (300000 * (new.i / 20) + 40000 + 12000 * (new.i % 20), 2500, 300000 * (new.i / 20) + 44000 + 12000 * (new.i % 20), 1000, 8, 11);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id)
		VALUES (300000 * (new.i / 20) + 43000 + 12000 * (new.i % 20), 6000, 11);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399) SELECT i FROM n;
