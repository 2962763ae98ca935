-- SPDX-License-Identifier: MIT
-- Two blocking streams wait for each other by events; nothing is in the null stream.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES (0, 6000, 100000, 2);
INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (4000, 1, 2);
INSERT INTO do_wait_event (call_ns, event_id, stream_id) VALUES (7000, 1, 3);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES (10000, 107100, 100000, 3);
INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (14000, 2, 3);
INSERT INTO do_wait_event (call_ns, event_id, stream_id) VALUES (17000, 2, 2);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES (20000, 208200, 100000, 2);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (25000, 290000);
