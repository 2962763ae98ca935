-- SPDX-License-Identifier: MIT
-- 70 ms before each copy, to another place each time: the results of all turns are kept.
CREATE TEMP TABLE do_turn (i INTEGER);
CREATE TEMP TRIGGER do_turn_row AFTER INSERT ON do_turn BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (200000000 * new.i, 200000000 * new.i + 6000, 5000000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api, host_address)
		VALUES (200000000 * new.i + 4000, 5020000, 200000000 * new.i + 5007000, 2000, 4, 2, 0, 0, 'cudaMemcpy_v3020', 140737488355328);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api, host_address)
		VALUES (200000000 * new.i + 75030000, 3020000, 200000000 * new.i + 75040000, 3000000, 128 << 20, 2, 0, 0, 'cudaMemcpy_v3020', 536870912 + (new.i << 28));
END;
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
