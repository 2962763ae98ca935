-- SPDX-License-Identifier: MIT
-- A stencil in vectors of 16 bytes, whose outer neighbours are loaded in words of their own: these use half of sectors
-- that the vectors need anyway.
-- include: bytes.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 207584367),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 3355498468),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 68.1),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 40880000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 654080000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', 100),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 30.2);
