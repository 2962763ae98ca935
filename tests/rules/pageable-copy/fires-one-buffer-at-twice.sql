-- SPDX-License-Identifier: MIT
-- Three results of 16 MiB; the first took 2.1 times as long as the fastest.
-- expect: occurrences=3, evidence~"takes 3.938 ms longer than malloc()", evidence~"for 16.0 MiB, once"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (10000, 4700000, 508000, 4200000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (6200000, 6206000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (6210000, 2600000, 6708000, 2100000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (10300000, 10306000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (10310000, 2500000, 10808000, 2000000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
