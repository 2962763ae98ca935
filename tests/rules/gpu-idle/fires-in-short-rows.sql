-- SPDX-License-Identifier: MIT
-- Forty rounds of kernels of 1 us, one launch every 5 us, with waits between: a row of twelve, which is launch-bound's, and
-- three of five, which is too few for a graph. The gaps in these are nobody's but ours, 12 of 4 us in each round, and so are the two in
-- which the host does something behind a wait (needless-sync has the others).
-- expect: severity=warning, occurrences=559, cost_ns=3100000..3300000, headline~"launching takes longer than running"
CREATE TEMP TABLE row(start_ns INTEGER, launches INTEGER);
CREATE TEMP TRIGGER row_row AFTER INSERT ON row BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < new.launches - 1)
		SELECT new.start_ns + 5000 * i, new.start_ns + 5000 * i + 4000, 1000, 11, 3 FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id)
		VALUES (new.start_ns + 5000 * new.launches - 1000, 2000, 11);
END;
INSERT INTO row WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 159)
	SELECT 170000 * (i / 4) + CASE i % 4 WHEN 0 THEN 0 ELSE 40000 + 30000 * (i % 4) END, CASE i % 4 WHEN 0 THEN 12 ELSE 5 END FROM n;
