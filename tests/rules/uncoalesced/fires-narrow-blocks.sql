-- SPDX-License-Identifier: MIT
-- Blocks of 2 x 128 threads, whose x is the index of neighbouring floats: a warp has 16 rows of 8 bytes each.
-- include: elements.sql
-- expect: severity=warning, gain=null, advice~"2 wide in x (2 x 128 x 1 threads)", advice~"make blockDim.x 32", advice!~"swap the indices"
UPDATE launch_shape SET block_x = 2, block_y = 128 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 16000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 25), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 16000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', 25), (5, 'l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio', 16), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90);
