-- SPDX-License-Identifier: MIT
-- A loop that copies the same 8 MiB in from pageable memory, runs a kernel, and copies 4 MiB out. The GPU stands still while the
-- calls of these copies fill the driver's buffer or empty it: that is in the cost of repeated-copy and of pageable-copy, and goes with what they advise.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api, host_address)
		VALUES (1000000 * new.i, 510000, 1000000 * new.i + 100000, 400000, 8 << 20, 0, 0, 'cudaMemcpy_v3020', 1 << 40);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (1000000 * new.i + 512000, 1000000 * new.i + 516000, 20000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api, host_address)
		VALUES (1000000 * new.i + 517000, 480000, 1000000 * new.i + 538000, 300000, 4 << 20, 2, 0, 0, 'cudaMemcpy_v3020', 2 << 40);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
