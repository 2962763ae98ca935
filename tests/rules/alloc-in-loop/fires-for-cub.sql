-- SPDX-License-Identifier: MIT
-- As fires-every-step.sql, for a kernel of CUB's: whoever calls it, or Thrust, can only hand memory over.
-- expect: severity=warning, occurrences=38, advice~"Thrust or CUB", advice!~"Allocate before the loop"
-- include: allocations.sql
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (140000 * new.i, 40000, 1, 32 << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (140000 * new.i + 41000, 140000 * new.i + 47000, 50000, 5);
	INSERT INTO do_allocation VALUES (140000 * new.i + 45000, 90000, 2, 32 << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
UPDATE function SET name = '_ZN3cub17CUB_300001_SM_9006detail6reduce18DeviceReduceKernelINS2_10policy_hubEEEvPf' WHERE id = 2;
