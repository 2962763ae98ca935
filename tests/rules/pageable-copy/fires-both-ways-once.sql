-- SPDX-License-Identifier: MIT
-- Input and result, once each, beside a kernel that takes most of the time: each direction alone loses less than a
-- tenth, and together they are what there is to say.
-- expect: subject="host to device", severity=note, gain=null, cost_ns=600000..700000
-- expect: subject="device to host", severity=note, gain=null, cost_ns=600000..700000
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api)
	VALUES (0, 830000, 20000, 800000, 8 << 20, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (840000, 846000, 8000000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (850000, 8830000, 8850000, 800000, 8 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
