-- SPDX-License-Identifier: MIT
-- An array indexed by data in code without loops: most of what the kernel moves is local, and it waits for it.
-- expect: severity=warning, cost_ns=3500000..3700000, headline~"indexed by variables", advice~shared, evidence~"90 % of the bytes"
-- expect-count: 1
-- include: unrolled.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__inst_executed.sum', 100000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 9000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 1000), (5, 'smsp__inst_executed_op_local_ld.sum', 8000),
	(5, 'smsp__inst_executed_op_local_st.sum', 8000), (5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum', 1440000),
	(5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum', 1440000),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 80);
