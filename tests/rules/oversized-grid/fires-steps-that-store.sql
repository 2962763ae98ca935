-- SPDX-License-Identifier: MIT
-- The same, but three warps of a hundred store something: as many as blocks of 32 warps would that have one result each.
-- expect: severity=warning, evidence!~"store something"
UPDATE launch_shape SET grid_x = 800000 WHERE id = 5;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 109)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (500000, 56000000);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 41), (5, 'smsp__inst_executed.sum', 256000000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 6410000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 25600000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 192000), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0);
