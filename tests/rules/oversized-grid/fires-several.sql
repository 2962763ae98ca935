-- SPDX-License-Identifier: MIT
-- Two kernels in blocks of one thread: one finding. 256 times fewer blocks are less than the GPU holds, so that nothing is left to
-- stride over. Their code reads threadIdx.
-- include: elements.sql
-- expect: severity=warning, occurrences=20, headline~"large and 1 other kernel with 240,000 blocks of 1 thread", evidence~"(10) and", advice!~"stride", advice!~"threadIdx"
-- expect-count: 1
UPDATE launch_shape SET grid_x = 240000, block_x = 1 WHERE id IN (4, 7);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (10000 * new.i, 6000 + 400000 * new.i, 150000, 4);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (10000 * new.i + 5000, 160000 + 400000 * new.i, 149000, 7);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200000, 4000000);
INSERT INTO do_metric VALUES (4, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10), (4, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(7, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10), (7, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 5);
