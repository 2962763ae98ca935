-- SPDX-License-Identifier: MIT
-- As fires-anew, but a kernel runs for 400 of the 600 us: only the rest is lost.
-- include: rebuilds.sql
-- expect: severity=warning, occurrences=29, cost_ns=5829000, headline~idled 5.829 ms
-- expect-count: 1
INSERT INTO do_rebuild (i, others) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i <  29) SELECT i, 5 FROM n;
INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id)
	SELECT start_ns + duration_ns, 400000, 1, 5, id, 1 FROM api_call
	WHERE name_id = (SELECT id FROM string WHERE text = 'cudaDeviceSynchronize_v3020');
