-- SPDX-License-Identifier: MIT
-- A copy behind each operation, and a reduction behind that: nothing to fuse.
-- include: operations.sql
CREATE TEMP TABLE do_turn (i INTEGER);
CREATE TEMP TRIGGER do_turn_row AFTER INSERT ON do_turn BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (16000 * new.i, 6000 + 404000 * new.i, 100000, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (16000 * new.i + 4000, 107000 + 404000 * new.i, 100000, 100000000, 8, 1);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (16000 * new.i + 12000, 309000 + 404000 * new.i, 100000, 7);
END;
INSERT INTO do_turn VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (165000, 4000000);
