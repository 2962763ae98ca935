-- SPDX-License-Identifier: MIT
-- Two GPUs hand on work: a kernel on device 0 (stream 11), an event, and a kernel on device 1 (stream 31) that waits for it. All is
-- issued at once. do_part: part I, whose first kernel runs from START_NS for FIRST_NS, its second one from SECOND_START_NS for SECOND_NS.
-- do_return: device 0 waits for what device 1 has done last.
CREATE TEMP TABLE do_part (i INTEGER NOT NULL, start_ns INTEGER NOT NULL, first_ns INTEGER NOT NULL,
	second_start_ns INTEGER NOT NULL, second_ns INTEGER NOT NULL);
CREATE TEMP TRIGGER do_part_row AFTER INSERT ON do_part BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (20000 * new.i, new.start_ns, new.first_ns, 11, 4);
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (20000 * new.i + 4000, 1 + new.i, 11);
	INSERT INTO do_wait_event (call_ns, event_id, stream_id) VALUES (20000 * new.i + 7000, 1 + new.i, 31);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id, channel_id)
		VALUES (20000 * new.i + 10000, new.second_start_ns, new.second_ns, 31, 7, 131);
END;
CREATE TEMP TABLE do_return (i INTEGER NOT NULL);
CREATE TEMP TRIGGER do_return_row AFTER INSERT ON do_return BEGIN
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (20000 * new.i + 14000, 1001 + new.i, 31);
	INSERT INTO do_wait_event (call_ns, event_id, stream_id) VALUES (20000 * new.i + 17000, 1001 + new.i, 11);
END;
-- A step: both in turn, and the first waits for the second's result. Each kernel begins 5 us after what it waits for.
CREATE TEMP TABLE do_turn (i INTEGER NOT NULL, first_ns INTEGER NOT NULL, second_ns INTEGER NOT NULL);
CREATE TEMP TRIGGER do_turn_row AFTER INSERT ON do_turn BEGIN
	INSERT INTO do_part VALUES (new.i, 100000 + (new.first_ns + new.second_ns + 10000) * new.i, new.first_ns,
		100000 + (new.first_ns + new.second_ns + 10000) * new.i + new.first_ns + 5000, new.second_ns);
	INSERT INTO do_return VALUES (new.i);
END;
