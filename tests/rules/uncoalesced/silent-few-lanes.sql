-- SPDX-License-Identifier: MIT
-- One lane or two are active, and each loads a word of its own: no layout makes them neighbours. The lanes that are missing are
-- divergence's matter. L2 counts sectors of atomic operations that are tried again.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 2600), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 22),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 1400),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', 12.5),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 400), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0),
	(5, 'lts__t_sectors_op_atom.sum', 8000), (5, 'lts__t_sectors_op_red.sum', 0),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 2.5), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 60);
