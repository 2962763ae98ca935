-- SPDX-License-Identifier: MIT
-- Blocks of 16 by 16 whose loads take 2.6 passes: more than the two rows of a warp explain.
-- expect: severity=warning, advice~"odd number", advice!~"16 words longer"
INSERT INTO do_ten_launches VALUES (5);
UPDATE launch_shape SET block_x = 16, block_y = 16, block_z = 1 WHERE id = 5;
INSERT INTO do_metric VALUES (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 26000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 16000), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 700), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 0),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 10000), (5, 'smsp__inst_executed_op_shared_st.sum', 7800);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'short_scoreboard', 300), (2, 'mio_throttle', 200), (2, 'wait', 500);
