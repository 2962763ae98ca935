-- SPDX-License-Identifier: MIT
-- As fires-fresh-memory-behind-a-wait.sql, but at 3.7 GB/s: most of the pages are there.
-- expect: subject="device to host", cost_ns=4100000..4300000, evidence!~"while the GPU works"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 20000000, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000, 20010000);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (20020000, 4510000, 20024000, 4500000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
