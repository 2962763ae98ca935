-- SPDX-License-Identifier: MIT
-- As in silent-one-load-after-another.sql, but the sectors take the SMs 70 % of these cycles: fewer are worth it.
-- expect: severity=warning, headline~"at most 16 %", cost_ns=2800000..3000000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 288750), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 9240000), (5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 1), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 6),
	(5, 'sm__cycles_active.avg', 100000);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 850), (2, 'wait', 50), (2, 'selected', 100);
