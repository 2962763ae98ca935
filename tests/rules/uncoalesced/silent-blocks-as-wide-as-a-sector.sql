-- SPDX-License-Identifier: MIT
-- Blocks of 8 x 32 threads, whose x is the index of neighbouring floats: each row of a warp fills a sector.
-- include: elements.sql
UPDATE launch_shape SET block_x = 8, block_y = 32 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 4000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 100), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 4000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', 100), (5, 'l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio', 4), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90);
