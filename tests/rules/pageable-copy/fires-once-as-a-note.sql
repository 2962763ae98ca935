-- SPDX-License-Identifier: MIT
-- The input and the result, once each: whether pinning that memory pays is not sure.
-- expect: subject="host to device", severity=note, gain=null, advice~"may pay, or may not"
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api)
	VALUES (0, 1830000, 20000, 1800000, 16 << 20, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (1840000, 1846000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (1850000, 1530000, 2350000, 1000000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
