-- SPDX-License-Identifier: MIT
-- As fires-steps-ahead.sql, but what a step copies in is what the one before has copied out: it needs that, and only the parts of a step
-- may overlap.
-- expect: severity=note, gain=null, occurrences=10, cost_ns=19200000..19300000, headline~"cut into chunks", advice!~"deal the steps"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id, host_address)
		VALUES (12000 * new.i, 10000 + 3400000 * new.i, 1200000, 64 << 20, 11, 0x10000000);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id, host_address)
		VALUES (4000 + 12000 * new.i, 1212000 + 3400000 * new.i, 1200000, 64 << 20, 2, 11, 0x10000000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (8000 + 12000 * new.i, 2414000 + 3400000 * new.i, 900000, 11, 5);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (130000, 33800000, 11);
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
