-- SPDX-License-Identifier: MIT
-- 8000 loads that all lanes make from one word, and 768 of whole rows: little of the sectors is used, and all are needed.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 8768), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 11072), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 36.8);
