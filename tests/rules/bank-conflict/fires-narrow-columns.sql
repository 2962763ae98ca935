-- SPDX-License-Identifier: MIT
-- The same blocks read columns of 16: 8 passes a request, for which an odd length of rows does.
-- expect: severity=warning, gain=null, advice~"odd number", advice!~"rows of 16 lanes"
INSERT INTO do_ten_launches VALUES (5);
UPDATE launch_shape SET block_x = 16, block_y = 16, block_z = 1 WHERE id = 5;
INSERT INTO do_metric VALUES (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 80000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 70000), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 1000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 0),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 10000), (5, 'smsp__inst_executed_op_shared_st.sum', 1000);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'short_scoreboard', 300), (2, 'mio_throttle', 200), (2, 'wait', 500);
