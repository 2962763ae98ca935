-- SPDX-License-Identifier: MIT
-- Tiles that blocks take in turn, a quarter of which have one: its threads load one element each, and then go through all of it. That is
-- a loop without loads, but within the one over tiles: fewer blocks would do it as often.
-- include: tiles.sql
UPDATE launch_shape SET grid_x = 131072, static_shared_bytes = 16384, block_x = 1024 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x1f0, 'long_scoreboard', 500), (2, 0x270, 'short_scoreboard', 9500);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 4194304),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 4194304),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 16777216), (5, 'smsp__inst_executed_op_shared_st.sum', 4194304),
	(5, 'smsp__inst_executed.sum', 500000000), (5, 'smsp__inst_executed.max', 1000000);
