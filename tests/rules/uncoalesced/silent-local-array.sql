-- SPDX-License-Identifier: MIT
-- The requests of fires-width-unknown.sql, beside a hundred times as much local memory: what the kernel waits for is that.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000),
	(5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum', 51200000), (5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum', 51200000);
