-- SPDX-License-Identifier: MIT
-- Warps wait for data from shared memory, in what each of 32,768 blocks does once, for one item of each thread: fewer
-- blocks are what helps, as oversized-grid says.
-- include: flushes.sql
UPDATE launch_shape SET grid_x = 32768, static_shared_bytes = 16384 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples, not_issued) VALUES (2, 0xd0, 'short_scoreboard', 4000, 3900), (2, 0x240, 'short_scoreboard', 1500, 1400), (2, 0x2b0, 'barrier', 500, 450),
	(2, 0x360, 'short_scoreboard', 4000, 3900);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 262144),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 4194304),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 4194304), (5, 'smsp__inst_executed_op_shared_st.sum', 4194304),
	(5, 'smsp__inst_executed.sum', 94371840), (5, 'smsp__inst_executed.max', 180000);
