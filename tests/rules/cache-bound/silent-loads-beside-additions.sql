-- SPDX-License-Identifier: MIT
-- As many additions to places in L2, beside many times as many loads from it, each byte once.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 20000000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 0),
	(5, 'l1tex__t_sector_hit_rate.pct', 45), (5, 'lts__t_sectors_op_red.sum', 9000000), (5, 'lts__t_sectors_op_atom.sum', 0),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 2400000), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'dram__bytes_read.sum', 640000000), (5, 'dram__bytes_write.sum', 16000000),
	(5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 73), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 1),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 73), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 37),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 31);
