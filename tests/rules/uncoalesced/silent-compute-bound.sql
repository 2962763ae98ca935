-- SPDX-License-Identifier: MIT
-- Strided, but rarely: the arithmetic units are busy all the time.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 10), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 320), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 95), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 5);
