-- SPDX-License-Identifier: MIT
-- As fires-samples-stand-still.sql, but 700 cycles from an instruction to the next: so long a warp alone waits for device memory that it reads
-- link by link.
-- abstains: neither its pages were recorded
-- include: short.sql
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples, not_issued) SELECT function_id, 'long_scoreboard', 99857, 99857 - 10 FROM launch_shape WHERE id = 5;
INSERT INTO do_sample (function_id, pc, reason, samples) SELECT function_id, 16, 'selected', 143 FROM launch_shape WHERE id = 5;
