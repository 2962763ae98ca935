-- SPDX-License-Identifier: MIT
-- As silent-loads-past-registers.sql, but of 4 bytes a lane: four sectors would do, and one more for the request.
-- include: narrow.sql
-- expect: severity=warning, headline~"at most 31 %"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 16000000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 0),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 32);
