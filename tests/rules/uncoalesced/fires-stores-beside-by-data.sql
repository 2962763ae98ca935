-- SPDX-License-Identifier: MIT
-- As fires-by-data.sql, but stores are scattered, and no data decide where they go.
-- include: gather.sql
-- expect: severity=warning, advice~"swap the indices"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 3000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 40000000), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 1000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 32000000);
