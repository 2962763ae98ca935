-- SPDX-License-Identifier: MIT
-- fires-rows-in-the-same-banks.sql with rows of 18 words, a halo included: loads take two passes, stores of the tile one, some of them with all lanes off.
-- expect: severity=warning, gain=null, advice~"2 rows of 16 lanes", advice!~"odd number", evidence~"loads 2.0 passes", evidence!~"stores"
INSERT INTO do_ten_launches VALUES (5);
UPDATE launch_shape SET block_x = 16, block_y = 16, block_z = 1 WHERE id = 5;
INSERT INTO do_metric VALUES (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 20000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 10000), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 7000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 0),
	(5, 'smsp__inst_executed_op_shared_ld.sum', 10000), (5, 'smsp__inst_executed_op_shared_st.sum', 7800);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'short_scoreboard', 300), (2, 'mio_throttle', 200), (2, 'wait', 500);
