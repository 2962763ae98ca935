-- SPDX-License-Identifier: MIT
-- Pinned memory that is copied, and a kernel that takes most of the run, without counters: nothing to speak of.
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 2, 25 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (5100000, 5106000, 500000, 25 << 20, 1);
