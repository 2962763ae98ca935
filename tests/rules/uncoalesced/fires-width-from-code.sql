-- SPDX-License-Identifier: MIT
-- As silent-wide.sql, but the code stores words of four bytes: no request needs more than five sectors.
-- include: short.sql
-- expect: severity=warning, headline~"at most 42 %"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 1000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 12000000);
