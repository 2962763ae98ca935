-- SPDX-License-Identifier: MIT
-- A stride of four words: four passes for each load.
-- expect: severity=warning, headline!~random, advice~"odd number"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__inst_executed_op_shared_ld.sum', 10000), (5, 'smsp__inst_executed_op_shared_st.sum', 1000),
	(5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 40000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 30000),
	(5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 1000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 0);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'short_scoreboard', 300), (2, 'mio_throttle', 200), (2, 'wait', 500);
