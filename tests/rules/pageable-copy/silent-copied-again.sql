-- SPDX-License-Identifier: MIT
-- Twenty times the same 32 MiB of pageable memory, unchanged: repeated-copy says to copy them once, and one copy is not worth
-- pinning for.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, is_pinned, host_address)
		VALUES (6026000 * new.i, 6015000, 10000 + 6026000 * new.i, 6000000, 32 << 20, 0, 0, 1 << 40);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (6016000 + 6026000 * new.i, 6016000 + 4000 + 6026000 * new.i, 5000, 5);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (20 * 6026000, 10000);
