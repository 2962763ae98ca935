-- SPDX-License-Identifier: MIT
-- A product on tensor cores whose operands come right from global memory: 8 sectors for each request of 128 bytes. The places
-- are given, so that fewer loads are all that helps; with half of the sectors, the cache would still be the busiest.
-- include: fragments.sql
-- expect: severity=warning, gain=null, headline~L1 cache, advice~"load_matrix_sync", advice~"several products", evidence~"tensor cores 4.3 %", evidence~"50 % of the bytes", cost_ns=3200000..3300000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1342177280), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 35), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 18),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 99.6), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 10), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 167772160),
	(5, 'sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active', 4.3);
