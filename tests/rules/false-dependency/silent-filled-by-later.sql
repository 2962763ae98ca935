-- SPDX-License-Identifier: MIT
-- Two streams that are independent of each other, each kernel fills the GPU. The second of stream 11 was launched before
-- the second of stream 12, which started first: what it waited for is room, which that one had, issued later or not.
-- budget: kernel>=45, capacity>=45, unexplained<=1
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(0, 6000, 500000, 11, 5), (4000, 507000, 500000, 12, 5), (8000, 1509000, 500000, 11, 5), (12000, 1008000, 500000, 12, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (20000, 1994000);
