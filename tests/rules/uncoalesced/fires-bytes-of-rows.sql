-- SPDX-License-Identifier: MIT
-- Each thread reads a row of its own byte by byte: 9.3 bytes for each request of 9.2 lanes, and 97 % of the sectors are in
-- the L1 cache. That its place is loaded in 16 bytes does not make the others wide. No stores were executed: how
-- wide these are need not be known.
-- include: bytes.sql
-- expect: severity=warning, headline~"at most 14 %", evidence~"3.1 % are used", evidence!~unknown, advice~"let neighbouring threads take neighbouring elements", advice~"if each row begins at a multiple of 16 bytes"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 7199419),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 67110490),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 3.127),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 0),
	(5, 'l1tex__t_sector_hit_rate.pct', 96.8),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 9.2);
