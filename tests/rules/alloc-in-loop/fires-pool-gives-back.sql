-- SPDX-License-Identifier: MIT
-- Twenty times 32 MiB from a pool, which has given them back each time: an allocation takes 65 us, but for the first
-- nothing of it was needed.
-- expect: severity=warning, occurrences=19, cost_ns=1150000..1240000, gain_percent=35..55, headline~from a pool, advice~ReleaseThreshold
-- include: allocations.sql
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (130000 * new.i, 65000, 1, 32 << 20, 1 << 30, 'cudaMallocAsync_v11020', 1);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (130000 * new.i + 66000, 130000 * new.i + 72000, 50000, 5);
	INSERT INTO do_allocation VALUES (130000 * new.i + 70000, 2000, 2, 32 << 20, 1 << 30, 'cudaFreeAsync_v11020', 1);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
