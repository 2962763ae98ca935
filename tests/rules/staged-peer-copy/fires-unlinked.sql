-- SPDX-License-Identifier: MIT
-- As in fires-each-step, but nothing tells how fast a direct copy is: a small one does not.
-- expect: subject="GPU 0 to GPU 1", cost_ns=1700000..1720000, gain=null
-- budget: copy>=55, unexplained<=5
-- expect-count: 1
-- include: peers.sql
INSERT INTO do_staged_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (110000, 3000, 'cudaMemcpyPeerAsync_v4000');
INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, source_kind, target_kind, is_async,
	correlation_id, channel_id, source_device_id, target_device_id) VALUES
	(3000000, 2000, 11, 4096, 10, 3, 3, 1, (SELECT max(id) FROM api_call), 103, 0, 1);
