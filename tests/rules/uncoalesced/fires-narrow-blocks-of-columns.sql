-- SPDX-License-Identifier: MIT
-- Blocks of 2 x 128 threads, whose x is not the index of neighbouring floats: each lane has a sector of its own.
-- include: elements.sql
-- expect: severity=warning, gain=null, advice~"swap the indices", advice!~"wide in x"
UPDATE launch_shape SET block_x = 2, block_y = 128 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 32000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', 12.5), (5, 'l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio', 32), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90);
