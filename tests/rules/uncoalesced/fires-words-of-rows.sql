-- SPDX-License-Identifier: MIT
-- Each thread goes through a row of its own in words of four bytes, as was counted. That it loads its place in 16 bytes, and bytes at the
-- row's ends, does not make the others as wide: a quarter of the widest is not what most accesses take.
-- include: bytes.sql
-- expect: severity=warning, headline~"at most 16 %", evidence~"12 % are used", advice~"swap the indices or the loops"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 2097152),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 67108864),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 0),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 32);
