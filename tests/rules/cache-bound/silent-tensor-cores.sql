-- SPDX-License-Identifier: MIT
-- Tiles for tensor cores, which are half busy: what is busier is shared memory, of which 26.4 million of 30.4 million cycles are passes, and the
-- schedulers issue in half of the cycles.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1342177280), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 11),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 87), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 73),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 50), (5, 'sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active', 50), (5, 'sm__cycles_active.avg', 30403141), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 3221992992), (5, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 152030663);
