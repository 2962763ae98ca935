-- SPDX-License-Identifier: MIT
-- Tiles of halves that tensor cores load by rows of 16 bytes: their rows cannot be padded by a word. As many passes as
-- random addresses would have.
-- include: matrices.sql
-- expect: severity=warning, gain=null, headline~"69 % of the passes", advice~"by 16 bytes (8 halves)"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__inst_executed_op_shared_ld.sum', 10000), (5, 'smsp__inst_executed_op_shared_st.sum', 1000),
	(5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 35000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 25000),
	(5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 1000), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 0);
