-- SPDX-License-Identifier: MIT
-- Conflicts, but no warp waits for shared memory.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 2000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 1000), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 1000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 0);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'short_scoreboard', 10), (2, 'long_scoreboard', 990);
