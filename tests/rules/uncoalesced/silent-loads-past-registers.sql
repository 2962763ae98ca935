-- SPDX-License-Identifier: MIT
-- Loads of 16 bytes a lane that go to shared memory at once: their bytes are not counted, and 16 sectors are what they need.
-- include: async.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 16000000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 0),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 32);
