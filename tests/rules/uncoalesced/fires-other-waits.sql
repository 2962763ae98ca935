-- SPDX-License-Identifier: MIT
-- Of a third of the waits it is known which loads they are for: too few to name these.
-- expect: evidence!~"loads at", evidence~"waits at special.cu:241 (67 %) and special.cu:244 (33 %)"
-- include: addends.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90);
INSERT INTO do_sample VALUES (2, 0xf0, 'long_scoreboard', 200, 300), (2, 0x90, 'long_scoreboard', 400, 300);
