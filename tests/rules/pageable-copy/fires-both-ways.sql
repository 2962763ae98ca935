-- SPDX-License-Identifier: MIT
-- Ten rounds: 8 MiB go to the GPU, and come back into the same buffer. It is pinned once, and each direction has a part
-- of what that takes, as large as of what both lose.
-- expect: subject="host to device", severity=warning, evidence~"takes 559.2 us longer than malloc()", evidence~"for 8.00 MiB, once", evidence~"8.00 MiB of that are what is copied device to host, too", evidence~"307.1 us of what it takes are counted here"
-- expect: subject="device to host", severity=warning, evidence~"takes 559.2 us longer than malloc()", evidence~"for 8.00 MiB, once", evidence~"8.00 MiB of that are what is copied host to device, too", evidence~"252.1 us of what it takes are counted here"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api, host_address)
		VALUES (4000000 * new.i, 830000, 4000000 * new.i + 20000, 800000, 8 << 20, 0, 0, 'cudaMemcpy_v3020', 1 << 40);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (4000000 * new.i + 840000, 4000000 * new.i + 846000, 500000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api, host_address)
		VALUES (4000000 * new.i + 850000, 1200000, 4000000 * new.i + 1347000, 690000, 8 << 20, 2, 0, 0, 'cudaMemcpy_v3020', 1 << 40);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
