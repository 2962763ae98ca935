-- SPDX-License-Identifier: MIT
-- Eight times in one stream: kernels of the data that came before, copy in for the next time, copy out. The host waits
-- for each copy out and launches the next kernels 2 us later, before it could have read 8 MiB. In streams of their own,
-- copies in and copies out are under way at once.
-- expect: severity=warning, occurrences=7, gain_percent=35..55, headline~7 chunks
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
INSERT INTO do_chunk WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7) SELECT i, 338000 * i FROM n;
