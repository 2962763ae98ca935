-- SPDX-License-Identifier: MIT
-- One of two pinned blocks is copied again and again, by its address: its bytes do not stand for those of the other.
-- abstains: pinned memory is in no copy
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 2, 16 << 20, 1 << 30, 0, 0, 1), (0, 1, 2, 16 << 20, 2 << 30, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, host_address)
	VALUES (5100000, 5106000, 250000, 16 << 20, 1, 1 << 30), (5400000, 5406000, 250000, 16 << 20, 1, 1 << 30),
	(5700000, 5706000, 250000, 16 << 20, 1, 1 << 30);
