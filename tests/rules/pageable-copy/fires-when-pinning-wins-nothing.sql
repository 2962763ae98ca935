-- SPDX-License-Identifier: MIT
-- Pinning the result's buffer takes nearly as long as it saves: nothing to gain by that for sure, and yet the copy is half of the run.
-- expect: subject="device to host", severity=note, gain=null, cost_ns=1700000..1850000, advice~"may pay, or may not"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 1500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (10000, 3400000, 1510000, 1890000, 4 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
