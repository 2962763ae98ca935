-- SPDX-License-Identifier: MIT
-- As fires-samples-stand-still.sql, but many warps that gather single elements: each waits as long, since all others do, and schedulers issue in
-- 0.3 % of the cycles, which may keep device memory busy.
-- abstains: neither its pages were recorded
-- include: short.sql
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples, not_issued) SELECT function_id, 'long_scoreboard', 99980, 99980 - 300 FROM launch_shape WHERE id = 5;
INSERT INTO do_sample (function_id, pc, reason, samples) SELECT function_id, 16, 'selected', 20 FROM launch_shape WHERE id = 5;
