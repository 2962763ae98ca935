-- SPDX-License-Identifier: MIT
-- Loads go down the columns of a matrix, and so do stores, one for twenty loads: what these cost is next to nothing, and they are not named.
-- expect: severity=warning, headline~"at most 16 %", evidence~"32.0 sectors for each request", evidence!~"stores"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 2000000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 64000000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 100000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 3200000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct', 12.5);
