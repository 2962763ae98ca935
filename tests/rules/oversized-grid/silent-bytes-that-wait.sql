-- SPDX-License-Identifier: MIT
-- A byte in each thread, but its warps wait: issuing is not what takes the time.
-- include: pixels.sql
UPDATE launch_shape SET grid_x = 400000 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 55), (7, 'smsp__inst_executed.sum', 96000000),
	(7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20), (7, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 45),
	(7, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 60), (7, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 55),
	(7, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 9600000), (7, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 3200000),
	(7, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 12800000), (7, 'smsp__inst_executed_op_shared_ld.sum', 0),
	(7, 'smsp__inst_executed_op_shared_st.sum', 0);
