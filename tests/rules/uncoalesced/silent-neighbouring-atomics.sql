-- SPDX-License-Identifier: MIT
-- Reductions of doubles that neighbour each other: eight sectors each, some of which the cache counts twice.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 1000000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'lts__t_sectors_op_red.sum', 12000000), (5, 'lts__t_sectors_op_atom.sum', 0);
