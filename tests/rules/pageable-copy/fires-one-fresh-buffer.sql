-- SPDX-License-Identifier: MIT
-- Three results of 16 MiB, of which only the first met pages that nobody had touched: one buffer, which is worth pinning.
-- expect: severity=warning, occurrences=3, gain_ns=7700000..7800000, evidence~"takes 8.319 ms longer than malloc()", evidence~"for 16.0 MiB, once"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (10000, 13580000, 508000, 13080000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (15080000, 15086000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (15090000, 2600000, 15588000, 2100000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (19180000, 19186000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (19190000, 2300000, 19688000, 1800000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
