-- SPDX-License-Identifier: MIT
-- Sixteen sectors a request are float4: nothing says that they are too many.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 16000), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90);
