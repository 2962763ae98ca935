-- SPDX-License-Identifier: MIT
-- As fires-window.sql, but each lane has an 8-byte word of its own anywhere: of a request's 32 sectors a quarter of the
-- bytes are used, the L1 cache has the rest, and device memory moves no more than is needed.
-- expect: severity=warning, evidence!~"L1 has", advice!~float2
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 2000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 64000000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 25),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 500000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 2000000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', 100),
	(5, 'l1tex__t_sector_hit_rate.pct', 75), (5, 'dram__bytes_read.sum', 256000000), (5, 'dram__bytes_write.sum', 64000000),
	(5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 63),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 32);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 760), (2, 'selected', 240);
