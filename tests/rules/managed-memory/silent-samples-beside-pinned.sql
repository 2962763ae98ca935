-- SPDX-License-Identifier: MIT
-- As fires-samples-stand-still.sql, beside 64 MiB of pinned memory, which the kernel may read over the bus.
-- abstains: neither its pages were recorded
-- include: short.sql
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1), (0, 1, 2, 64 << 20, 1 << 40, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples, not_issued) SELECT function_id, 'long_scoreboard', 99980, 99980 - 10 FROM launch_shape WHERE id = 5;
INSERT INTO do_sample (function_id, pc, reason, samples) SELECT function_id, 16, 'selected', 20 FROM launch_shape WHERE id = 5;
