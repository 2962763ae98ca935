-- SPDX-License-Identifier: MIT
-- As fires-fresh-memory.sql, at 2.2 GB/s: slow, but pages that exist may be as slow elsewhere.
-- expect: subject="device to host", occurrences=1, evidence!~"nobody has written to yet"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (10000, 8110000, 510000, 7600000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
