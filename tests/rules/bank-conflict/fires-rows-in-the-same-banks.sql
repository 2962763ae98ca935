-- SPDX-License-Identifier: MIT
-- Blocks of 16 by 16: a warp covers two rows of a tile whose rows are a multiple of 32 words long, in 1.95 passes a request.
-- expect: severity=warning, gain=null, advice~"2 rows of 16 lanes", advice~"16 words longer", advice!~"odd number"
INSERT INTO do_ten_launches VALUES (5);
UPDATE launch_shape SET block_x = 16, block_y = 16, block_z = 1 WHERE id = 5;
INSERT INTO do_metric VALUES (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 19500), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 9500), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 1950), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 950),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 10000), (5, 'smsp__inst_executed_op_shared_st.sum', 1000);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'short_scoreboard', 300), (2, 'mio_throttle', 200), (2, 'wait', 500);
