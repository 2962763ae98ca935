-- SPDX-License-Identifier: MIT
-- The L2 cache of 60 MiB and what came from memory, loaded three times over: as a stencil loads its neighbours.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 9043968), (5, 'dram__bytes_read.sum', 33554432), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 88), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 40),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 88), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 25);
