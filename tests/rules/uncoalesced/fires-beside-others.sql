-- SPDX-License-Identifier: MIT
-- The first launch was measured and ran alone. The others take three times as long, three beside one another: they may
-- do the same work, and share the GPU.
-- expect: severity=warning, gain=null, headline~"at most 16 % of the sectors"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + CASE i WHEN 0 THEN 0 ELSE 501000 * (1 + 3 * ((i - 1) / 3)) + 1000 * ((i - 1) % 3) END,
		CASE i WHEN 0 THEN 500000 ELSE 1500000 END, 11 + i % 3, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 5000000);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5);
