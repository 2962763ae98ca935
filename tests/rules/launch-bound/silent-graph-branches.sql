-- SPDX-License-Identifier: MIT
-- A graph of three kernels: the third begins 2 us before the second has ended, which it does not wait for: 50 us were lost
-- behind the first.
-- budget: kernel=65..72, dependency-gap=20..25
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (530000, 10000, 'cudaGraphLaunch_v10000');
INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id, graph_id, graph_node_id) VALUES
	(545000, 50000, 11, 3, (SELECT max(id) FROM api_call), 1, 1, 0), (545000, 102000, 12, 3, (SELECT max(id) FROM api_call), 2, 1, 1),
	(645000, 100000, 11, 3, (SELECT max(id) FROM api_call), 1, 1, 2);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (541000, 206000);
