-- SPDX-License-Identifier: MIT
-- 20 chunks dealt to four streams, as it should be, each with a host function of 1 ms at its end. These run one after another,
-- and the next chunk of a stream waits for the one before it: that is host-callback's matter. More streams are no help.
CREATE TEMP TABLE chunk (c INTEGER, now_ns INTEGER, call_ns INTEGER);
CREATE TEMP TRIGGER chunk_row AFTER INSERT ON chunk BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		VALUES (new.call_ns, new.now_ns, 100000, 5000000, 11 + new.c % 4);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, stream_id)
		VALUES (new.call_ns + 3500, new.now_ns + 102000, 100000, 5, 11 + new.c % 4);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (new.call_ns + 7000, new.now_ns + 204000, 100000, 5000000, 2, 11 + new.c % 4);
	INSERT INTO do_host_function (call_ns, stream_id) VALUES (new.call_ns + 10500, 11 + new.c % 4);
END;
INSERT INTO chunk WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT i, CASE WHEN i < 4 THEN 10000 + 310000 * i ELSE 1020000 * (i - 3) + 330000 END, 14000 * i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (290000, 19500000);
