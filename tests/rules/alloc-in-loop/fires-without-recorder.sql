-- SPDX-License-Identifier: MIT
-- As fires-every-step.sql with blocks that are allocated quickly, and it is known what recording a call cost.
-- expect: severity=warning, occurrences=38, cost_ns=90000..1060000, headline~32.0 MiB
-- include: allocations.sql
INSERT INTO meta VALUES ('call_cost_ns', 234);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (140000 * new.i, 3000, 1, 32 << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (140000 * new.i + 4000, 140000 * new.i + 10000, 50000, 5);
	INSERT INTO do_allocation VALUES (140000 * new.i + 8000, 54000, 2, 32 << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
