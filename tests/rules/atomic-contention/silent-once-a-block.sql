-- SPDX-License-Identifier: MIT
-- Each block adds its result once: few among the requests.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 10560), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0), (5, 'lts__t_sectors_op_red.sum', 10560), (5, 'lts__t_sectors_op_atom.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 524288),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 20), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 50);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'long_scoreboard', 600), (2, 0, 'selected', 300),
	(2, 432, 'lg_throttle', 20);
