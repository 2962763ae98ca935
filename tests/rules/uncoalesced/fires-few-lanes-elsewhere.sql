-- SPDX-License-Identifier: MIT
-- On average few lanes are active, but the loads have many sectors each: they have lanes enough, far apart.
-- expect: severity=warning, headline~"at most", evidence~"loads 16.0 sectors"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 16000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 3.5), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90);
