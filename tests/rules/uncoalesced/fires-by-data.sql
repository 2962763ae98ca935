-- SPDX-License-Identifier: MIT
-- A sparse matrix times a vector: of three loads one has an address that was loaded just before. If each of its lanes needs a sector and
-- the others are coalesced, there are 13.3 for each request, as were measured: no other order of the threads would help.
-- include: gather.sql
-- expect: severity=note, headline~"at most 38 %", evidence~"1 of 3 loads", advice~"x[column[i]]"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 3000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 40000000);
