-- SPDX-License-Identifier: MIT
-- Neither pages nor counters were recorded, but samples of warps: they wait for memory, and 5,000 cycles pass from an instruction of a warp
-- to its next, while the schedulers issue so seldom that device memory can be busy for a few percent: pages come fault by fault.
-- expect: severity=warning, gain=null, cost_ns=4900000..5000000, headline~"5,000 cycles from an instruction to the next", subject=large
-- expect-count: 1
-- include: short.sql
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples, not_issued) SELECT function_id, 'long_scoreboard', 99980, 99980 - 10 FROM launch_shape WHERE id = 5;
INSERT INTO do_sample (function_id, pc, reason, samples) SELECT function_id, 16, 'selected', 20 FROM launch_shape WHERE id = 5;
