-- SPDX-License-Identifier: MIT
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 0), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 0), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 0), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 0);
