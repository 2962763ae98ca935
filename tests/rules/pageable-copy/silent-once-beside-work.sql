-- SPDX-License-Identifier: MIT
-- The same two copies beside a kernel of 20 ms: together they lose less than a tenth, and cannot be pinned with a gain.
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api)
	VALUES (0, 830000, 20000, 800000, 8 << 20, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (840000, 846000, 20000000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (850000, 20830000, 20850000, 800000, 8 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
