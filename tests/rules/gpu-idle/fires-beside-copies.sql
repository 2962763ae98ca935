-- SPDX-License-Identifier: MIT
-- As silent-told-by-copies.sql, but the host works for 500 us in each round: that is left, without what the calls of the copies take.
-- expect: headline~"while the host did work of its own", cost_ns=19000000..20500000
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api, host_address)
		VALUES (1500000 * new.i, 510000, 1500000 * new.i + 100000, 400000, 8 << 20, 0, 0, 'cudaMemcpy_v3020', 1 << 40);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (1500000 * new.i + 512000, 1500000 * new.i + 516000, 20000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api, host_address)
		VALUES (1500000 * new.i + 517000, 480000, 1500000 * new.i + 538000, 300000, 4 << 20, 2, 0, 0, 'cudaMemcpy_v3020', 2 << 40);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
