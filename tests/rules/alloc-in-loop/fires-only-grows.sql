-- SPDX-License-Identifier: MIT
-- Each of 120 rounds allocates 1 MiB for 40 us, and nothing is freed.
-- expect: severity=warning, subject="device memory that grows", gain=null, occurrences=120, cost_ns=4500000..4800000, headline~"120 MiB", headline~"120 pieces", evidence~"sizes 1.00 MiB", evidence!~"MiB to", advice~"keeps it"
-- include: allocations.sql
CREATE TEMP TABLE do_step (i INTEGER, allocates INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (140000 * new.i, 140000 * new.i + 6000, 50000, 5);
	INSERT INTO do_allocation SELECT 140000 * new.i + 60000, 40000, 1, 1 << 20, (1 << 30) + (new.i << 20), 'cudaMalloc_v3020', 0 WHERE new.allocates;
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 119) SELECT i, 1 FROM n;
