-- SPDX-License-Identifier: MIT
-- As fires-fresh-memory.sql, but that the host waits for the kernel, for 20 ms: meanwhile it could map the pages, which
-- takes 8.
-- expect: subject="device to host", severity=warning, cost_ns=11600000..11800000, gain_percent=10..16, evidence~"while the GPU works up to 11.69 ms is won", evidence~"waits 20.01 ms"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 20000000, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000, 20010000);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (20020000, 12010000, 20024000, 12000000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
