-- SPDX-License-Identifier: MIT
-- 80 kernels of 1 us, one launch every 5 us, and then 80 more launches that go into a graph: those ran nothing, and tell
-- nothing of how long kernels or their launches take.
-- expect: severity=warning, occurrences=79, headline~"79 kernels ran 1.000 us each", evidence~"the longest of 79 kernels", evidence~"small (79)"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 79)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_call (call_ns, call_duration_ns, api)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 79)
	SELECT 400000 + 1000 * i, 800, 'cudaLaunchKernel_v7000' FROM n;
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (500000, 20000, 'cudaGraphInstantiate_v12000');
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (530000, 20000, 'cudaGraphLaunch_v10000');
INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id, graph_id, graph_node_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 79)
	SELECT 560000 + 1900 * i, 1000, 1, 1, (SELECT max(id) FROM api_call), 1, 1, i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (551000, 170000);
