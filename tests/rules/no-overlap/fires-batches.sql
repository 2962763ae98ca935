-- SPDX-License-Identifier: MIT
-- 30 batches are copied in and computed, and nothing is copied out: neither the headline nor the advice may speak of that.
-- expect: severity=warning, headline~"copied in and computed", headline!~"copied out", advice~"stream of its own", advice!~"copied out", evidence!~"copies out"
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		VALUES (8000 * new.i, 7000 + 405000 * new.i, 100000, 5000000, 11);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (8000 * new.i + 4000, 109000 + 405000 * new.i, 300000, 11, 5);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (250000, 11920000);
