-- SPDX-License-Identifier: MIT
-- Half of the passes are conflicts, but they take 517 of the kernel's 990,000 cycles on each SM. Memory is busy with
-- something else.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 136500), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 68250), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 0), (5, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 0),
	(5, 'sm__cycles_elapsed.max', 990000), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 34);
