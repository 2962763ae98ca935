-- SPDX-License-Identifier: MIT
-- silent-full-memory.sql, but device memory moves more than is needed: the sectors in excess are its work.
-- expect: headline~"at most 25 % of the sectors"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 4000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', 100), (5, 'l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio', 32), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 80), (5, 'dram__bytes_read.sum', 400000), (5, 'dram__bytes_write.sum', 10000);
