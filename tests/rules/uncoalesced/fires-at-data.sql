-- SPDX-License-Identifier: MIT
-- As fires-by-data.sql. Most samples wait for the index, whose loads are coalesced: the place is the load that goes where the index says.
-- include: gather_lines.sql
-- expect: severity=note, line=375, evidence~"loads at special.cu:375 (56 %)", evidence!~373
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 3000000),
	(7, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 40000000);
INSERT INTO do_sample VALUES (1, 0x130, 'long_scoreboard', 400, 400), (1, 0x1a0, 'long_scoreboard', 500, 500);
