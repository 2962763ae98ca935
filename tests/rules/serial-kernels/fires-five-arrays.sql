-- SPDX-License-Identifier: MIT
-- As silent-one-array.sql, but there is memory for five launches, over which thirty go
-- again and again: where the time went is said, and no stream is sure to win any of it.
-- expect: severity=note, occurrences=30, is_explanation=1, evidence!~"would win", advice~"as an array that all of them update"
-- include: scales.sql
-- include: allocations.sql
INSERT INTO do_allocation VALUES (0, 1000, 1, 40960, 4096, 'cudaMalloc_v3020', 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
	SELECT 4000 * i, 6000 + 51100 * i, 50000, 11, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (130000, 1460000);
