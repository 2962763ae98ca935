-- SPDX-License-Identifier: MIT
-- There is memory for the words of eighty launches if each thread stores one. But counters say that each thread stores eighty: the launches go over one array.
-- include: scales.sql
-- include: allocations.sql
INSERT INTO do_allocation VALUES (0, 1000, 1, 655360, 4096, 'cudaMalloc_v3020', 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
	SELECT 4000 * i, 6000 + 51100 * i, 50000, 11, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (130000, 1460000);
INSERT INTO do_metric VALUES (3, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 10240), (3, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', 100);
