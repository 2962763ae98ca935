-- SPDX-License-Identifier: MIT
-- As fires-few-places, but L2 is at a quarter of its peak: the operations are spread evenly.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 300000), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (5, 'lts__t_sectors_op_red.sum', 12000000), (5, 'lts__t_sectors_op_atom.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 300000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 3), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 25), (5, 'dram__bytes_read.sum', 60000000), (5, 'dram__bytes_write.sum', 60000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'lg_throttle', 700), (2, 432, 'long_scoreboard', 250), (2, 0, 'selected', 50);
