-- SPDX-License-Identifier: MIT
-- Three results of 16 MiB; the first took 1.9 times as long as the fastest: each may be of a buffer of its own.
-- expect: severity=note, occurrences=3, gain=null, evidence~"takes 5.900 ms longer than malloc()", evidence~"for 48.0 MiB, once"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (10000, 4300000, 508000, 3800000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (5800000, 5806000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (5810000, 2600000, 6308000, 2100000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (9900000, 9906000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (9910000, 2500000, 10408000, 2000000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
