-- SPDX-License-Identifier: MIT
-- Loads touch 32 sectors a request, of which an eighth of the bytes is used; stores are coalesced. 36 sectors for 8, or
-- 9, if each load also read one word with all lanes.
-- expect: severity=warning, gain=null, headline~"at most 25 % of the sectors", evidence~"loads 32.0 sectors"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 1000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 4000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', 100), (5, 'l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio', 32), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90);
