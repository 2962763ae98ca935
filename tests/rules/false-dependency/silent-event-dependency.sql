-- SPDX-License-Identifier: MIT
-- The second stream shares a queue with the first, but also waits for its event: a dependency that is meant.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id) VALUES
	(0, 6000, 100000, 11, 1), (4000, 107000, 100000, 11, 1), (8000, 208000, 100000, 11, 1);
INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (12000, 1, 11);
INSERT INTO do_wait_event (call_ns, event_id, stream_id) VALUES (15000, 1, 12);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id) VALUES
	(18000, 309100, 100000, 12, 1), (22000, 410200, 100000, 12, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (30000, 485000);
