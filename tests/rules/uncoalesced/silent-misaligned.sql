-- SPDX-License-Identifier: MIT
-- Five sectors for four: rows that are not aligned.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 5000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 80), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90);
