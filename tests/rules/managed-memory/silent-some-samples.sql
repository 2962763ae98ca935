-- SPDX-License-Identifier: MIT
-- As fires-samples-stand-still.sql, but 4,000 samples, of which one issued: two or three would be too many.
-- abstains: neither its pages were recorded
-- include: short.sql
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples, not_issued) SELECT function_id, 'long_scoreboard', 3999, 3999 FROM launch_shape WHERE id = 5;
INSERT INTO do_sample (function_id, pc, reason, samples) SELECT function_id, 16, 'selected', 1 FROM launch_shape WHERE id = 5;
