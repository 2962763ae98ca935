-- SPDX-License-Identifier: MIT
-- A turn of two streams: a kernel on one, an event behind it, for which the other waits.
CREATE TEMP TABLE do_turn (at_ns INTEGER NOT NULL, start_ns INTEGER NOT NULL, duration_ns INTEGER NOT NULL, stream_id INTEGER NOT NULL, other_id INTEGER NOT NULL);
CREATE TEMP TRIGGER do_turn_row AFTER INSERT ON do_turn BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id) VALUES (NEW.at_ns, 4000, NEW.start_ns, NEW.duration_ns, NEW.stream_id);
	INSERT INTO do_event (call_ns, call_duration_ns, event_id, stream_id) VALUES (NEW.at_ns + 4500, 1500, NEW.stream_id, NEW.stream_id);
	INSERT INTO do_wait_event (call_ns, call_duration_ns, event_id, stream_id) VALUES (NEW.at_ns + 6500, 1500, NEW.stream_id, NEW.other_id);
END;
