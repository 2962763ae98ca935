-- SPDX-License-Identifier: MIT
-- A step of training: 30 kernels of 10 us, each of which the host gives the GPU 20 us after the one before, then one of
-- 1 ms, behind which the host reads a result. It waits nearly 1 ms for that, and is never ahead in the short kernels:
-- without the wait it would be.
-- expect: not_predicted~"depends on what it needs", headline~"work of its own", advice~"takes away", advice!~"takes longer than the GPU's", evidence~"catching up", evidence~"4 B"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id, call_duration_ns)
		VALUES (1650000 * (new.i / 31) + 20000 * (new.i % 31), 1650000 * (new.i / 31) + 20000 * (new.i % 31) + 4000,
			CASE new.i % 31 WHEN 30 THEN 1000000 ELSE 10000 END, 11, 5, 2000);
	INSERT INTO do_call (call_ns, call_duration_ns, api)
		VALUES (1650000 * (new.i / 31) + 20000 * (new.i % 31) + 9000, 500, 'cudaGetDevice_v3020');
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, stream_id, call_duration_ns)
		SELECT 1650000 * (new.i / 31) + 610000, 1650000 * (new.i / 31) + 1604000, 2000, 4, 2, 0, 0, 11, 1000000
		WHERE new.i % 31 = 30;
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 30 * 31 - 1) SELECT i FROM n;
