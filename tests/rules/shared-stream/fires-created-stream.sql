-- SPDX-License-Identifier: MIT
-- The same in a stream that the program created, from four threads.
-- include: shared.sql
-- expect: severity=warning, subject="stream 21", gain_percent=60..72, headline~"4 threads", advice~"Create a stream in each thread"
-- expect-count: 1
INSERT INTO do_request (i, threads, stream) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
	SELECT i, 4, 11 FROM n;
