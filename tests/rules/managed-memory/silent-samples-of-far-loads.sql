-- SPDX-License-Identifier: MIT
-- As fires-samples-stand-still.sql, but 1,250 cycles from an instruction to the next: so long few warps wait that follow links all over a
-- large memory, where the translation of each address is missing as well.
-- abstains: neither its pages were recorded
-- include: short.sql
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples, not_issued) SELECT function_id, 'long_scoreboard', 99920, 99910 FROM launch_shape WHERE id = 5;
INSERT INTO do_sample (function_id, pc, reason, samples) SELECT function_id, 16, 'selected', 80 FROM launch_shape WHERE id = 5;
