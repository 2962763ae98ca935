-- SPDX-License-Identifier: MIT
-- 60 rounds of 40 launches, and 20 of another loop with 16. Each begins with three copies to the GPU that the host waits for, one by one, with
-- nothing launched between them: a graph of a round is behind these.
-- expect: severity=warning, evidence!~"in the way of a graph", advice!~"A graph holds no wait", advice~"A graph needs the same launches each time"
CREATE TEMP TABLE do_round (at INTEGER, launches INTEGER);
CREATE TEMP TRIGGER do_round_row AFTER INSERT ON do_round BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes) VALUES (new.at, new.at + 5000, 2000, 4096);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.at + 4000, 6000, 1);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes) VALUES (new.at + 11000, new.at + 16000, 2000, 4096);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.at + 15000, 6000, 1);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes) VALUES (new.at + 22000, new.at + 27000, 2000, 4096);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.at + 26000, 6000, 1);
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < new.launches - 1)
		SELECT new.at + 40000 + 5000 * k, 4700, new.at + 47000 + 5000 * k, 1000, 1 + (k * k + new.launches) % 4 FROM n;
END;
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 79) SELECT 250000 * i, CASE WHEN i < 60 THEN 40 ELSE 16 END FROM n;
