-- SPDX-License-Identifier: MIT
-- Warps wait for shared memory half of the time, but seven of eight passes move data that was asked for.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 32000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 4000), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 0), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 0);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'short_scoreboard', 300), (2, 'mio_throttle', 200), (2, 'wait', 500);
