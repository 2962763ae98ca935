-- SPDX-License-Identifier: MIT
-- A pipeline that copies and waits: each part has a copy in, on a stream of its own, an event for the kernel's stream, eight
-- kernels of 10 us, an event, and a copy out. The GPU is busy for most of the time.
CREATE TEMP TABLE do_part (at_ns INTEGER NOT NULL, start_ns INTEGER NOT NULL);
CREATE TEMP TRIGGER do_part_row AFTER INSERT ON do_part BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES (NEW.at_ns, NEW.start_ns, 6000, 262144, 12);
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (NEW.at_ns + 3500, 1, 12);
	INSERT INTO do_wait_event (call_ns, event_id, stream_id) VALUES (NEW.at_ns + 6000, 1, 11);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
		SELECT NEW.at_ns + 8500 + 4000 * i, NEW.start_ns + 8000 + 11200 * i, 10000, 11 FROM n;
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (NEW.at_ns + 57000, 2, 11);
	INSERT INTO do_wait_event (call_ns, event_id, stream_id) VALUES (NEW.at_ns + 59500, 2, 13);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id, copy_kind) VALUES (NEW.at_ns + 62000, NEW.start_ns + 144000, 6000, 262144, 13, 2);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (NEW.at_ns + 66000, NEW.start_ns - NEW.at_ns + 90000, 13);
END;
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49) SELECT 170000 * i, 7000 + 170000 * i FROM n;
