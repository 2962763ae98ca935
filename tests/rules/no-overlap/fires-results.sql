-- SPDX-License-Identifier: MIT
-- Nothing is copied in: twelve times, a kernel that fills the GPU computes for 130 us, and its results are copied out
-- for 150 us. Pipelined they take the time of the copies, and one kernel.
-- expect: severity=warning, occurrences=12, cost_ns=1350000..1480000, gain_ns=1300000..1500000, headline~computed and copied out by turns
CREATE TEMP TABLE do_chunk (i INTEGER, call_ns INTEGER, start_ns INTEGER, kernel_ns INTEGER, out_ns INTEGER, stream INTEGER);
CREATE TEMP TRIGGER do_chunk_row AFTER INSERT ON do_chunk BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.call_ns, new.start_ns, new.kernel_ns, new.stream, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (new.call_ns + 4000, new.start_ns + new.kernel_ns + 2000, new.out_ns, 8 << 20, 2, new.stream);
END;
INSERT INTO do_chunk
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT i, 9000 * i, 10000 + 284000 * i, 130000, 150000, 11 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (120000, 3305000);
