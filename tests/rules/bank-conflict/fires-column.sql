-- SPDX-License-Identifier: MIT
-- A column of a tile with rows of 32 words: 32 passes for each load, one for each store. Warps wait for it half of
-- the time.
-- expect: severity=warning, gain=null, headline~"94 % of the passes", cost_ns=2300000..2400000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 32000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 31000), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 1000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 0);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'short_scoreboard', 300), (2, 'mio_throttle', 200), (2, 'wait', 500);
