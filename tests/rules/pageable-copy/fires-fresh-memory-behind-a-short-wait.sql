-- SPDX-License-Identifier: MIT
-- As fires-fresh-memory-behind-a-wait.sql, but that it waits for 5 ms: too short.
-- expect: subject="device to host", severity=warning, cost_ns=11600000..11800000, evidence!~"while the GPU works"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 5000000, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000, 5010000);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (5020000, 12010000, 5024000, 12000000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
