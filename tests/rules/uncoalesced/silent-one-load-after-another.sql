-- SPDX-License-Identifier: MIT
-- Eight blocks of a few warps, which wait for one load after another: the sectors take SMs 0.8 % of the cycles in which they have a warp, and other units
-- next to nothing. Neighbouring words would make it no shorter.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 3300), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 105600), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 0.5), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 6),
	(5, 'sm__cycles_active.avg', 100000);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 850), (2, 'wait', 50), (2, 'selected', 100);
