-- SPDX-License-Identifier: MIT
-- Loads touch 32 sectors a request, and a quarter as many reductions 32 as well: most of it is loads, and what helps them
-- is said.
-- expect: severity=warning, evidence~"loads 32.0 sectors", evidence~"atomics 32.0 sectors", advice~"swap the indices"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 250000), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'lts__t_sectors_op_red.sum', 12000000), (5, 'lts__t_sectors_op_atom.sum', 0);
