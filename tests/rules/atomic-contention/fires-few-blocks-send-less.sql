-- SPDX-License-Identifier: MIT
-- Four blocks, whose SMs send 0.4 sectors in each of their 990,000 cycles: less than they can, so that they waited.
-- expect: headline~"wait for one another"
INSERT INTO launch_shape SELECT 30, function_id, 4, 1, 1, block_x, block_y, block_z, cluster_x, cluster_y, cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape WHERE id = 5;
INSERT INTO do_ten_launches VALUES (30);
INSERT INTO do_metric VALUES (30, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 50000), (30, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (30, 'lts__t_sectors_op_red.sum', 1600000), (30, 'lts__t_sectors_op_atom.sum', 0), (30, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 0),
	(30, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (30, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 2), (30, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 1);
