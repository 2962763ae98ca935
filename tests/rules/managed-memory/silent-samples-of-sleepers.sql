-- SPDX-License-Identifier: MIT
-- As fires-samples-stand-still.sql, but a third of the warps sleep (__nanosleep()) until others are done: a kernel that waits for its pages
-- waits for little else.
-- abstains: neither its pages were recorded
-- include: short.sql
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples, not_issued) SELECT function_id, 'long_scoreboard', 66650, 66640 FROM launch_shape WHERE id = 5;
INSERT INTO do_sample (function_id, reason, samples, not_issued) SELECT function_id, 'sleeping', 33330, 33330 FROM launch_shape WHERE id = 5;
INSERT INTO do_sample (function_id, pc, reason, samples) SELECT function_id, 16, 'selected', 20 FROM launch_shape WHERE id = 5;
