-- SPDX-License-Identifier: MIT
-- Warps wait for two loads, each on a line of its own, where the sum is computed: the finding's place is that of a load.
-- expect: evidence~"loads at special.cu:241 (50 %) and special.cu:242 (50 %)", evidence~"waits at special.cu:244 (100 %)", file~special.cu, line=241
-- include: addends.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90);
INSERT INTO do_sample VALUES (2, 0xf0, 'long_scoreboard', 400, 300);
