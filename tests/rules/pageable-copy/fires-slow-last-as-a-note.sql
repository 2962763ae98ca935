-- SPDX-License-Identifier: MIT
-- Three results of 16 MiB, of which the last took longest: the first did not meet pages that nobody had touched, so that
-- those of the others say nothing of it.
-- expect: severity=note, occurrences=3, gain=null, evidence~"takes 7.411 ms longer than malloc()", evidence~"for 48.0 MiB, once"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (10000, 2500000, 508000, 2000000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (4000000, 4006000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (4010000, 2600000, 4508000, 2100000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (8100000, 8106000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (8110000, 6500000, 8608000, 6000000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
