-- SPDX-License-Identifier: MIT
-- Pinned memory that is in no copy, and a kernel that takes the whole run, without counters: nobody can tell.
-- abstains: pinned memory is in no copy
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 2, 25 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
