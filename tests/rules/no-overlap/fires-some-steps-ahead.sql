-- SPDX-License-Identifier: MIT
-- fires-steps-ahead.sql, but the host issues three of the ten steps at once, and each of the others when the one before it is done: most
-- have a beginning and an end of their own, which chunks would overlap.
-- expect: severity=note, gain=null, headline~"cut into chunks that overlap"
CREATE TEMP TABLE do_step (i INTEGER, at_ns INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id, host_address)
		VALUES (new.at_ns, 10000 + 3400000 * new.i, 1200000, 64 << 20, 11, 0x10000000);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id, host_address)
		VALUES (4000 + new.at_ns, 1212000 + 3400000 * new.i, 1200000, 64 << 20, 2, 11, 0x20000000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (8000 + new.at_ns, 2414000 + 3400000 * new.i, 900000, 11, 5);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i, CASE WHEN i < 3 THEN 12000 * i ELSE 3400000 * i - 20000 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (30600000, 3330000, 11);
CREATE TEMP TABLE do_chunk (i INTEGER);
CREATE TEMP TRIGGER do_chunk_row AFTER INSERT ON do_chunk BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id, host_address)
		VALUES (34000000 + 12000 * new.i, 34100000 + 1210000 * new.i, 1200000, 64 << 20, 12 + new.i % 4, 0x10000000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (34004000 + 12000 * new.i, 35302000 + 1210000 * new.i, 900000, 12 + new.i % 4, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id, host_address)
		VALUES (34008000 + 12000 * new.i, 36204000 + 1210000 * new.i, 1200000, 64 << 20, 2, 12 + new.i % 4, 0x20000000);
END;
INSERT INTO do_chunk WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (34150000, 16600000);
