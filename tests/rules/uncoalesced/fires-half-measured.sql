-- SPDX-License-Identifier: MIT
-- The first launch was measured, and four behind it take as long. Five others take 1.6 times as long, and do other work: of the
-- 6.5 ms, the counters speak of 2.5 alone.
-- expect: severity=warning, gain=null, headline~"at most 16 % of the sectors", cost_ns=2000000..2200000
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 801000 * i, CASE WHEN i < 5 THEN 500000 ELSE 800000 END, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 7975000);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5);
