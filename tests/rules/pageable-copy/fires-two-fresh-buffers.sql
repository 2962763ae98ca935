-- SPDX-License-Identifier: MIT
-- As in fires-one-fresh-buffer.sql, but two of the three met such pages.
-- expect: severity=warning, occurrences=3, evidence~"takes 16.64 ms longer than malloc()", evidence~"for 32.0 MiB, once"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (10000, 13580000, 508000, 13080000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (15080000, 15086000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (15090000, 12500000, 15588000, 12000000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (29080000, 29086000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (29090000, 2300000, 29588000, 1800000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
