-- SPDX-License-Identifier: MIT
-- Three pinned blocks are copied, two of them a part at a time: the copies have fewer bytes than the blocks, but no block is in
-- no copy. The addresses of the copies of one block are not known.
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 2, 64 << 20, 1 << 30, 0, 0, 1), (0, 1, 2, 16 << 20, 2 << 30, 0, 0, 1), (0, 1, 2, 2 << 20, 3 << 30, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, host_address)
	VALUES (5100000, 5106000, 50000, 2 << 20, 1, 3 << 30), (5200000, 5206000, 50000, 1 << 20, 2, (1 << 30) + (2 << 20)),
	(5300000, 5306000, 50000, 256, 2, NULL), (5400000, 5406000, 50000, 256, 2, NULL);
