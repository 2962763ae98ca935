-- SPDX-License-Identifier: MIT
-- A grid of a single warp does not show that its work is parallel, and it takes a fifth of the time.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (6000000, 6010000, 1200000, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6020000, 1200000);
