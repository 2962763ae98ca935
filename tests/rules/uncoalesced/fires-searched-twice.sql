-- SPDX-License-Identifier: MIT
-- Two kernels search by halves, each in its own way: what to do is the same for both, and one finding says it.
-- include: search.sql
-- expect-count: 1
-- expect: severity=note, headline~"small and 1 other kernel", advice~"sorted or binned by their index", cost_ns=5000000..5100000, evidence~"small (5.000 ms)"
INSERT INTO do_ten_launches VALUES (5), (7);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 2000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 28000000), (7, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 2000000),
	(7, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 28000000);
