-- SPDX-License-Identifier: MIT
-- Each thread begins where an index says that it loaded, and reads on from there: that a warp's lanes are far apart is the
-- kernel's choice, of one row for each thread.
-- include: rows.sql
-- expect: severity=warning, advice~"swap the indices"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 3000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 70000000);
