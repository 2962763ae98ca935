-- SPDX-License-Identifier: MIT
-- The input is copied in once; then another stream computes twelve parts of the results and copies them out.
-- expect: severity=warning, occurrences=12, gain_ns=1300000..1500000
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES (0, 5000, 300000, 16 << 20, 12);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000, 305000);
CREATE TEMP TABLE do_chunk (i INTEGER, call_ns INTEGER, start_ns INTEGER, kernel_ns INTEGER, out_ns INTEGER, stream INTEGER);
CREATE TEMP TRIGGER do_chunk_row AFTER INSERT ON do_chunk BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.call_ns, new.start_ns, new.kernel_ns, new.stream, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (new.call_ns + 4000, new.start_ns + new.kernel_ns + 2000, new.out_ns, 8 << 20, 2, new.stream);
END;
INSERT INTO do_chunk
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT i, 400000 + 9000 * i, 410000 + 284000 * i, 130000, 150000, 11 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (520000, 3305000);
