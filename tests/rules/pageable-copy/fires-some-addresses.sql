-- SPDX-License-Identifier: MIT
-- As fires-in-a-loop.sql, but the addresses of three of the eight copies are known, which is one: all may be of that buffer.
-- expect: subject="host to device", severity=warning, occurrences=8, evidence~"takes 559.2 us longer than malloc()", evidence~"for 8.00 MiB, once"
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
INSERT INTO do_chunk (i, call_ns, start_ns, in_ns, kernel_ns, out_ns, bytes, stream, is_pinned, copy_call_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
	SELECT i, 1000000 * i, 1000000 * i + 20000, 900000, 20000, 0, 8 << 20, 11 + i % 4, 0, 930000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (7950000, 30000);
INSERT INTO copy_address (correlation_id, host_address) SELECT correlation_id, 1 << 40 FROM copy LIMIT 3;
