-- SPDX-License-Identifier: MIT
-- Two steps as in fires-single-chunk.sql, in two streams: each has 40 % of its time beside the other.
-- expect: severity=note, gain=null, headline~"in 2 steps"
CREATE TEMP TABLE do_step (at INTEGER, stream INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES (new.at, new.at + 10000, 2400000, 128 << 20, new.stream);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (new.at + 4000, new.at + 2412000, 2000000, new.stream, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (new.at + 8000, new.at + 4414000, 2386000, 128 << 20, 2, new.stream);
END;
INSERT INTO do_step VALUES (0, 11), (4080000, 12);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4080000 + 12000, 6805000);
