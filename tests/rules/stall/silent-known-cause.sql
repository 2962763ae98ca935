-- SPDX-License-Identifier: MIT
-- Warps wait for data from global memory, and uncoalesced has said why.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 800), (2, 0, 'selected', 100, 0);
