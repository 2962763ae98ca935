-- SPDX-License-Identifier: MIT
-- Results of twelve kernels of 150 us in four streams: each is copied out while the next kernel runs.
CREATE TEMP TABLE do_chunk (i INTEGER, call_ns INTEGER, start_ns INTEGER, kernel_ns INTEGER, out_ns INTEGER, stream INTEGER);
CREATE TEMP TRIGGER do_chunk_row AFTER INSERT ON do_chunk BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.call_ns, new.start_ns, new.kernel_ns, new.stream, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (new.call_ns + 4000, new.start_ns + new.kernel_ns + 2000, new.out_ns, 8 << 20, 2, new.stream);
END;
INSERT INTO do_chunk
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT i, 9000 * i, 10000 + 152000 * i, 150000, 148000, 11 + i % 4 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (120000, 1870000);
