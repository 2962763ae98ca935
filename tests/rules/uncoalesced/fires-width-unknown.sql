-- SPDX-License-Identifier: MIT
-- Without the efficiency: even accesses of 16 bytes a lane need 16 sectors a request, these take 32.
-- expect: headline~"at most 50 %", evidence~efficiency, cost_ns=2400000..2600000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000);
