-- SPDX-License-Identifier: MIT
-- Pinned memory that is in no copy, and no counters, but no kernel takes as much as half of the run: other things come
-- first.
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 2, 25 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (12500000, 12506000, 10000, 4);
