-- SPDX-License-Identifier: MIT
-- Three copies of one size, with a kernel after each: too few to say that they are of one buffer, so that three have to
-- be pinned.
-- expect: severity=note, gain=null, occurrences=3, evidence~"takes 1.678 ms longer than malloc()", evidence~"for 24.0 MiB, once"
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api)
	VALUES (0, 930000, 20000, 900000, 8 << 20, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (930500, 936000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api)
	VALUES (2000000, 930000, 2020000, 900000, 8 << 20, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (2930500, 2936000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api)
	VALUES (4000000, 930000, 4020000, 900000, 8 << 20, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (4930500, 4936000, 500000, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4935000, 505000);
