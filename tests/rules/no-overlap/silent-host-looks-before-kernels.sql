-- SPDX-License-Identifier: MIT
-- As fires-waits-for-buffers.sql, but the host takes 60 us before it launches the next kernels: it may have read what was
-- copied out, and the kernels may take something of that.
CREATE TEMP TABLE do_chunk (i INTEGER, at_ns INTEGER);
CREATE TEMP TRIGGER do_chunk_row AFTER INSERT ON do_chunk BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.at_ns, new.at_ns + 6000, 20000, 11, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		VALUES (new.at_ns + 4000, new.at_ns + 28000, 150000, 8 << 20, 11);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (new.at_ns + 8000, new.at_ns + 180000, 150000, 8 << 20, 2, 11);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.at_ns + 12000, 324000, 11);
END;
INSERT INTO do_chunk WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7) SELECT i, 396000 * i FROM n;
