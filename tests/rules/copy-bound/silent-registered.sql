-- SPDX-License-Identifier: MIT
-- As fires-back-and-forth.sql, but the program also pins memory of its own, of unknown size, with cudaHostRegister(): the
-- copies may use that.
CREATE TEMP TABLE do_chunk (i INTEGER, call_ns INTEGER, start_ns INTEGER, in_ns INTEGER, kernel_ns INTEGER, out_ns INTEGER,
	bytes INTEGER, stream INTEGER, is_async INTEGER DEFAULT 1, is_pinned INTEGER DEFAULT 1, copy_call_ns INTEGER DEFAULT 3000);
CREATE TEMP TRIGGER do_chunk_row AFTER INSERT ON do_chunk BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, stream_id, is_async, is_pinned)
		VALUES (new.call_ns, new.copy_call_ns, new.start_ns, new.in_ns, new.bytes, new.stream, new.is_async, new.is_pinned);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.call_ns + new.copy_call_ns + 500, new.start_ns + new.in_ns + 2000, new.kernel_ns, new.stream, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		SELECT new.call_ns + new.copy_call_ns + 4000, new.start_ns + new.in_ns + new.kernel_ns + 4000, new.out_ns, new.bytes,
			2, new.stream WHERE new.out_ns > 0;
END;
INSERT INTO do_call (call_ns, api) VALUES (0, 'cudaHostAlloc_v3020');
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (3100, 1000, 'cudaHostRegister_v4000');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, is_async, correlation_id)
	VALUES (1000, 1, 2, 16 << 20, 4096, 0, (SELECT max(id) FROM api_call));
INSERT INTO do_chunk (i, call_ns, start_ns, in_ns, kernel_ns, out_ns, bytes, stream)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT i, 5000 + 12000 * i, 15000 + 806000 * i, 300000, 200000, 300000, 16 << 20, 11 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (126000, 7955000);
