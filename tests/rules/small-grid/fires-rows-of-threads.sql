-- SPDX-License-Identifier: MIT
-- 24 blocks, each thread of which goes through a row of its own: a load of a warp has 28 sectors. A warp for each row fills
-- the GPU, and makes lanes neighbours.
-- include: rows.sql
-- expect: severity=warning, headline~"24 blocks", advice~"give the row to a warp"
UPDATE launch_shape SET grid_x = 24 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 3000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 84000000);
