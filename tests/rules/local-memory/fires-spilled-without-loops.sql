-- SPDX-License-Identifier: MIT
-- In code without loops three of seven accesses to local memory are at computed addresses: most are registers that were spilled.
-- expect: severity=warning, headline!~"indexed by variables", advice~"so that nothing was spilled"
-- expect-count: 1
-- include: mixed_once.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__inst_executed.sum', 100000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 9000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 1000), (5, 'smsp__inst_executed_op_local_ld.sum', 8000),
	(5, 'smsp__inst_executed_op_local_st.sum', 8000), (5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum', 1440000),
	(5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum', 1440000),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 80);
