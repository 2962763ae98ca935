-- SPDX-License-Identifier: MIT
-- Neighbouring words of 16 bytes, of which two in five lanes do not take theirs: as many sectors as for all of them. The
-- code has narrower loads, too, but the bytes that were counted say that they are few.
-- include: bytes.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 11000000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 88),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 20);
