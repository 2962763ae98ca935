-- SPDX-License-Identifier: MIT
-- Four sectors for each load and store of a warp, no local memory and no atomic operations: advice on these would be void.
-- expect: headline~"data from global", advice~"load wider types", advice!~"Coalesce", advice!~"local memory", advice!~"atomic"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 900), (2, 16, 'selected', 100, 0);
INSERT INTO do_metric VALUES (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 45), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 100000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 400000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 4000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0),
	(5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum', 0), (5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum', 0);
