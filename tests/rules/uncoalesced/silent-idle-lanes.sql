-- SPDX-License-Identifier: MIT
-- Neighbouring words, of which half the lanes do not take theirs: as many sectors as for all of them. What is wrong with
-- that is that lanes are idle.
-- include: short.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 1000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 4000000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', 40),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 20);
