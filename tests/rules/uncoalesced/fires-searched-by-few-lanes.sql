-- SPDX-License-Identifier: MIT
-- As fires-searched.sql, where on average 12 lanes are active in an instruction, and 14 in the loads, which have a sector each: data
-- decide the place of all of them, however many lanes there are.
-- include: search.sql
-- expect: severity=note, advice~"sorted or binned by their index", advice!~"swap the indices", evidence~"1 of 1 loads"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 2000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 28000000), (5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 12);
INSERT INTO do_sample VALUES (2, 0xf0, 'long_scoreboard', 900, 900);
