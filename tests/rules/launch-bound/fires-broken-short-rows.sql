-- SPDX-License-Identifier: MIT
-- 60 rounds of 36 launches: behind the twelfth and the sixteenth the host takes four bytes. The four launches between are too few for a row
-- that counts, and still of the same round, whose graph the host's waits end.
-- expect: severity=warning, evidence~"in the way of a graph 3.0 times in a round of some 36 launches the host waits for the GPU, mostly for something that it takes from it", advice~"A graph holds no wait of the host"
CREATE TEMP TABLE do_read (i INTEGER, at INTEGER);
CREATE TEMP TABLE do_round (i INTEGER);
CREATE TEMP TRIGGER do_read_row AFTER INSERT ON do_read BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind) SELECT 300000 * new.i + new.at, 300000 * new.i + new.at + 5000, 2000, 4, 2;
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) SELECT 300000 * new.i + new.at + 4000, 12000, 1;
END;
CREATE TEMP TABLE do_some (i INTEGER, at INTEGER, first INTEGER, n INTEGER);
CREATE TEMP TRIGGER do_some_row AFTER INSERT ON do_some BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k + 1 < new.n)
		SELECT 300000 * new.i + new.at + 5000 * k, 4700, 300000 * new.i + new.at + 7000 + 5000 * k, 1000,
			CASE WHEN (new.first + k) IN (2, 7, 13, 22, 29) THEN 4 ELSE 3 END FROM n;
END;
CREATE TEMP TRIGGER do_round_row AFTER INSERT ON do_round BEGIN
	INSERT INTO do_some VALUES (new.i, 0, 0, 12);
	INSERT INTO do_read VALUES (new.i, 61000);
	INSERT INTO do_some VALUES (new.i, 80000, 12, 4);
	INSERT INTO do_read VALUES (new.i, 101000);
	INSERT INTO do_some VALUES (new.i, 120000, 16, 20);
	INSERT INTO do_read VALUES (new.i, 221000);
END;
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59) SELECT i FROM n;
