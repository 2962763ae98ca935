-- SPDX-License-Identifier: MIT
-- Arrays that lie in the L2 cache, each value loaded once: no tile makes that less.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 524288), (5, 'dram__bytes_read.sum', 0), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 85), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 85), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 15);
