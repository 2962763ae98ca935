-- SPDX-License-Identifier: MIT
-- sinf(), cosf() and tanf() have an array for large arguments: none of these was.
-- include: sine.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__inst_executed.sum', 100000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 1000), (5, 'smsp__inst_executed_op_local_ld.sum', 0),
	(5, 'smsp__inst_executed_op_local_st.sum', 0), (5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum', 0),
	(5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum', 0);
