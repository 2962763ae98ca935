-- SPDX-License-Identifier: MIT
-- One warp that prints something, for all of the GPU's time, which is not even half a millisecond.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 400000, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (10000, 400000);
