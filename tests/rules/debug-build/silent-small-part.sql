-- SPDX-License-Identifier: MIT
-- large() is a debug build, but takes 3 us of 5 ms; small(), of which there is no code, takes the rest.
-- include: debug.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 3000, 4);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (10000, 16000, 5000000, 7);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (14000, 5010000);
