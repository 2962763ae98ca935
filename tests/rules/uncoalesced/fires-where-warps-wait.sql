-- SPDX-License-Identifier: MIT
-- Nothing counted sectors by line: the finding's place is where warps wait for memory, though more samples are elsewhere.
-- expect: evidence~"waits at kernels.cu:23 (100 %)", file~kernels.cu, line=23
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90);
INSERT INTO do_sample VALUES (2, 0x1b0, 'long_scoreboard', 400, 300), (2, 0x50, 'not_selected', 600, 100);
