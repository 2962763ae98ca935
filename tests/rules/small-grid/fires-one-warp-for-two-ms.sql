-- SPDX-License-Identifier: MIT
-- One warp for all of the GPU's time, which is 2 ms.
-- expect: severity=warning, cost_ns=1900000..2000000
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 2000000, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (10000, 2000000);
