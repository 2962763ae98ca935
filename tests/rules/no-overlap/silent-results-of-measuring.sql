-- SPDX-License-Identifier: MIT
-- A program that measures itself: the same 8 MiB are computed and copied out twelve times. All pinned memory is 8 MiB,
-- so each result is written over the one before, which nobody has read.
CREATE TEMP TABLE do_chunk (i INTEGER, call_ns INTEGER, start_ns INTEGER, kernel_ns INTEGER, out_ns INTEGER, stream INTEGER);
CREATE TEMP TRIGGER do_chunk_row AFTER INSERT ON do_chunk BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.call_ns, new.start_ns, new.kernel_ns, new.stream, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (new.call_ns + 4000, new.start_ns + new.kernel_ns + 2000, new.out_ns, 8 << 20, 2, new.stream);
END;
INSERT INTO do_call (call_ns, api) VALUES (0, 'cudaMallocHost_v3020');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 2, 8 << 20, 1 << 30, 0, 0, (SELECT max(id) FROM api_call));
INSERT INTO do_chunk
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT i, 9000 + 9000 * i, 19000 + 284000 * i, 130000, 150000, 11 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (129000, 3305000);
