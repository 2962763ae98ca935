-- SPDX-License-Identifier: MIT
-- Two hundred pieces, and the host waits for each: nothing else runs, so that no wait tells it what to copy next.
-- expect: subject="host to device", severity=warning, occurrences=200, gain_percent=80..99, advice~"the whole buffer at once", evidence~"the host waits 199 times"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, stream_id)
		VALUES (10000 * new.i, 2500, 10000 * new.i + 3500, 1000, 8, 0, 11);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (10000 * new.i + 3000, 6000, 11);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199) SELECT i FROM n;
