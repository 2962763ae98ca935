-- SPDX-License-Identifier: MIT
-- fires-column.sql by small(): most samples at the short scoreboard wait for what has no banks (line 13 waits for an atomic operation in shared memory, the
-- first instruction for nothing).
-- include: code.sql
-- expect: severity=warning, evidence~"waits at kernels.cu:13 (100 %)"
UPDATE launch_shape SET function_id = 1 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 32000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 31000), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 1000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 0);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (1, 352, 'mio_throttle', 200), (1, 0, 'short_scoreboard', 300), (1, 0, 'wait', 500);
