-- SPDX-License-Identifier: MIT
-- fires-once-in-each-block.sql where each thread goes through the loop for four items already.
-- include: flushes.sql
UPDATE launch_shape SET grid_x = 32768, static_shared_bytes = 16384 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0xd0, 'mio_throttle', 4000), (2, 0x240, 'long_scoreboard', 1500), (2, 0x2b0, 'barrier', 500),
	(2, 0x360, 'lg_throttle', 4000);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1048576),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 4194304),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 4194304), (5, 'smsp__inst_executed_op_shared_st.sum', 4194304),
	(5, 'smsp__inst_executed.sum', 94371840), (5, 'smsp__inst_executed.max', 180000);
