-- SPDX-License-Identifier: MIT
-- Two kernels whose slots are a quarter full. One has unequal work; of the other, some SMs were active for twice as long as the
-- average one: other advice, another finding.
-- expect: subject=large, headline~unequal, headline!~other
-- expect: subject=small, headline~"a few have most to do", headline!~other
-- expect-count: 2
UPDATE launch_shape SET grid_x = 10560 WHERE id = 7;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 6000 + 300000 * i, 299000, CASE i % 2 WHEN 0 THEN 5 ELSE 7 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (95000, 5915000);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10),
	(7, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (7, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(7, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10), (7, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10),
	(7, 'sm__cycles_active.avg', 300000), (7, 'sm__cycles_active.max', 600000);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 800), (2, 16, 'selected', 100, 0);
INSERT INTO do_sample VALUES (1, 0, 'long_scoreboard', 900, 800), (1, 16, 'selected', 100, 0);
