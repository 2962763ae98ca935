-- SPDX-License-Identifier: MIT
-- Arguments beyond 105,615: the array is not the program's.
-- expect: severity=note, cost_ns=450000..550000, headline~"large arguments of sinf()", advice~sinpif, evidence~"67 % of the bytes"
-- expect-count: 1
-- include: sine.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__inst_executed.sum', 100000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 1000), (5, 'smsp__inst_executed_op_local_ld.sum', 4000),
	(5, 'smsp__inst_executed_op_local_st.sum', 6000), (5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum', 64000),
	(5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum', 64000);
