-- SPDX-License-Identifier: MIT
-- The counters of memory, without those that say how busy the units are.
-- abstains: --metrics
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 1342177280);
