-- SPDX-License-Identifier: MIT
-- A counter whose number each thread takes in a loop, and uses: sums of a thread, or of a block, are of no use. One after another, the 600,000 requests of warps take 61 % of the 990,000 cycles.
-- include: counter.sql
-- expect: subject=small, headline~"wait for one another", advice~"a counter that hands out items or places", advice~"Take several at a time", advice!~"Add up in a register", cost_ns=2950000..3050000
UPDATE launch_shape SET function_id = 1 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 0), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 600000), (5, 'lts__t_sectors_op_red.sum', 0), (5, 'lts__t_sectors_op_atom.sum', 900000), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 600000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 600000), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 3), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 80), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (1, 288, 'wait', 600), (1, 16, 'wait', 350), (1, 0, 'selected', 50);
