-- SPDX-License-Identifier: MIT
-- A kernel of 10 ms in a stream, and one of 0.5 ms in the null stream behind it: hardly anything came behind that wait, so that the time went to the first.
-- budget: kernel>=99, default-stream<=1
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, stream_id) VALUES (0, 10000, 10000000, 4, 2);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (4000, 10011000, 500000, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (8000, 10510000);
