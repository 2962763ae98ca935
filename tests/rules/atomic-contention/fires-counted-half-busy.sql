-- SPDX-License-Identifier: MIT
-- The memory is busy 40 % of the time: not what the kernel waits for.
-- expect: headline~"wait for one another", evidence~"31,250 of warps in a launch, with 1 to 32 operations each. A single value takes one in a cycle at most: all of them on one would take at least 0.042 to 1 times"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 31250), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (5, 'lts__t_sectors_op_red.sum', 62500), (5, 'lts__t_sectors_op_atom.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 31250),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 2), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 40);
