-- SPDX-License-Identifier: MIT
-- A table of constants that each thread stores at fixed places, which are more than the loads at computed ones.
-- expect: severity=warning, headline~"that each thread fills and reads by an index", advice~__constant__, advice!~"more registers"
-- expect-count: 1
-- include: filled.sql
INSERT INTO do_ten_launches VALUES (3);
INSERT INTO do_metric VALUES (3, 'smsp__inst_executed.sum', 100000), (3, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 9000),
	(3, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 1000), (3, 'smsp__inst_executed_op_local_ld.sum', 8000),
	(3, 'smsp__inst_executed_op_local_st.sum', 8000), (3, 'l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum', 1440000),
	(3, 'l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum', 1440000),
	(3, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 80);
