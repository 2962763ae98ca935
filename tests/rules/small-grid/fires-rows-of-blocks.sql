-- SPDX-License-Identifier: MIT
-- As fires-rows-of-threads.sql, but neighbouring threads take neighbouring words: a warp for each row is no way to these.
-- include: rows.sql
-- expect: severity=warning, headline~"24 blocks", advice!~"give the row to a warp"
UPDATE launch_shape SET grid_x = 24 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 3000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 13000000);
