-- SPDX-License-Identifier: MIT
-- A few conflicts with other accesses remain.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 1050), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 50), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 1000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 20);
