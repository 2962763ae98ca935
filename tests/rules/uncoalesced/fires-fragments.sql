-- SPDX-License-Identifier: MIT
-- The same as cache-bound's: no other order of threads or loops is to be had of load_matrix_sync().
-- include: fragments.sql
-- expect: severity=warning, advice~"load_matrix_sync", advice~"tiles of both", advice!~"swap the indices", evidence~"tensor cores 4.3 %"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1342177280),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 99.6), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 167772160), (5, 'sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active', 4.3);
