-- SPDX-License-Identifier: MIT
-- Two results of 16 MiB, one behind the other: only the first met pages that nobody had touched, but the host had no time to
-- use it before the second one came. They are of two buffers.
-- expect: occurrences=2, evidence~"takes 9.851 ms longer than malloc()", evidence~"for 32.0 MiB, once"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (10000, 13580000, 508000, 13080000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (13592000, 2020000, 13605000, 2000000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
