-- SPDX-License-Identifier: MIT
-- Two modules have a function of that name, as a compiler makes them for each sort of arguments; in one it loads 4 bytes for
-- each lane, in the other 16. Which was launched is not known.
-- include: narrow.sql
-- include: wide.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 16000000),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 32);
