-- SPDX-License-Identifier: MIT
-- fires-counted.sql, and 6 of 1,000 samples are at the operation: it has its line, and no share of so few.
-- include: code.sql
-- expect: headline~"wait for one another", evidence~"31,250 of warps", evidence~"kernels.cu:23", evidence!~"kernels.cu:23 ("
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 31250), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (5, 'lts__t_sectors_op_red.sum', 62500), (5, 'lts__t_sectors_op_atom.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 31250),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 2), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 1);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'wait', 6), (2, 0, 'wait', 900), (2, 0, 'selected', 94);
