-- SPDX-License-Identifier: MIT
-- A pipeline in three streams, as it should be, in which both directions of the bus are busy all the time: each moves 50 GB/s,
-- and no figure may say that the bus is twice as fast as it is.
-- expect: severity=note, evidence~"copied in 229 MiB at 50.0 GB/s", evidence~"copied out 229 MiB at 50.0 GB/s"
CREATE TEMP TABLE chunk (c INTEGER);
CREATE TEMP TRIGGER chunk_row AFTER INSERT ON chunk BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		VALUES (12000 * new.c, 8000 + 101000 * new.c, 100000, 5000000, 11 + new.c % 3);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, stream_id)
		VALUES (12000 * new.c + 4000, 109500 + 101000 * new.c, 60000, 5, 11 + new.c % 3);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (12000 * new.c + 8000, 171000 + 101000 * new.c, 100000, 5000000, 2, 11 + new.c % 3);
END;
INSERT INTO chunk WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 47) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (600000, 4430000);
