-- SPDX-License-Identifier: MIT
-- A second GPU: device 1, context 2, null stream 31. do_staged: a copy of 8 MiB from device 0 (stream 11) to it by way of
-- the host, of which CUPTI records the last piece of each half, 20 us and 5 us later 20 us; do_direct: the same with access.
-- do_staged_step: in step i, counted from 0, a kernel of 100 us, and behind it such a staged copy, whose first half is seen 131 us later.
CREATE TEMP TABLE another AS SELECT * FROM device;
UPDATE another SET id = 1, uuid = 'GPU-00000000-0000-0000-0000-000000000001', pci_bus_id = '0000:00:07.0';
INSERT INTO device SELECT * FROM another;
INSERT INTO context VALUES (2, 1, 7, NULL, NULL);
INSERT INTO stream (id, context_id, cuda_stream_id, type, priority) VALUES (31, 2, 7, 3, 0);
CREATE TEMP TABLE do_staged (call_ns INTEGER NOT NULL, start_ns INTEGER NOT NULL);
CREATE TEMP TRIGGER do_staged_row AFTER INSERT ON do_staged BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (new.call_ns, 3000, 'cudaMemcpyPeerAsync_v4000');
	INSERT INTO copy_stream (stream_id, correlation_id) VALUES (11, (SELECT max(id) FROM api_call));
	INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, source_kind, target_kind, is_async,
		correlation_id, channel_id) VALUES
		(new.start_ns, 20000, 11, 8 << 20, 2, 3, 3, 1, (SELECT max(id) FROM api_call), 102),
		(new.start_ns + 25000, 20000, 31, 8 << 20, 1, 3, 3, 1, (SELECT max(id) FROM api_call), 131);
END;
CREATE TEMP TABLE do_direct (call_ns INTEGER NOT NULL, start_ns INTEGER NOT NULL);
CREATE TEMP TRIGGER do_direct_row AFTER INSERT ON do_direct BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (new.call_ns, 3000, 'cudaMemcpyPeerAsync_v4000');
	INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, source_kind, target_kind, is_async,
		correlation_id, channel_id, source_device_id, target_device_id) VALUES
		(new.start_ns, 20971, 11, 8 << 20, 10, 3, 3, 1, (SELECT max(id) FROM api_call), 103, 0, 1);
END;
CREATE TEMP TABLE do_staged_step (i INTEGER NOT NULL);
CREATE TEMP TRIGGER do_staged_step_row AFTER INSERT ON do_staged_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (10000 * new.i, 100000 + 280000 * new.i, 100000, 11, 4);
	INSERT INTO do_staged VALUES (10000 * new.i + 5000, 331000 + 280000 * new.i);
END;
