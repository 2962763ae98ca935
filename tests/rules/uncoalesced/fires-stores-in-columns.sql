-- SPDX-License-Identifier: MIT
-- Loads of neighbouring words, most of which the L1 cache has, and stores down the columns of a matrix, which have four of five sectors: what
-- the cache has for the loads is no reason to take these for a window.
-- expect: severity=warning, headline~"at most 32 %", evidence!~"L1 has", advice~"swap the indices or the loops", advice!~float2
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 2000000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 8000000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 100),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 1000000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 32000000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', 12.5),
	(5, 'l1tex__t_sector_hit_rate.pct', 72), (5, 'dram__bytes_read.sum', 256000000), (5, 'dram__bytes_write.sum', 128000000),
	(5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 32);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 300), (2, 'lg_throttle', 460), (2, 'selected', 240);
