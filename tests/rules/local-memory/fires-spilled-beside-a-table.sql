-- SPDX-License-Identifier: MIT
-- fires-table.sql with registers that are spilled: of seven loads five are from fixed places, as those of spilled registers are. The table is not the matter.
-- expect: severity=warning, headline!~"by an index", advice~"Allow more registers"
-- expect-count: 1
-- include: filled_and_spilled.sql
INSERT INTO do_ten_launches VALUES (3);
INSERT INTO do_metric VALUES (3, 'smsp__inst_executed.sum', 100000), (3, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 9000),
	(3, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 1000), (3, 'smsp__inst_executed_op_local_ld.sum', 8000),
	(3, 'smsp__inst_executed_op_local_st.sum', 8000), (3, 'l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum', 1440000),
	(3, 'l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum', 1440000),
	(3, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 80);
