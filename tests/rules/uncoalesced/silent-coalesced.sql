-- SPDX-License-Identifier: MIT
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 4000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 100), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 4000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', 100), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90);
