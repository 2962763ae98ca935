-- SPDX-License-Identifier: MIT
-- The same beside uncoalesced accesses, which bind the few that work.
-- expect: severity=warning, headline~"on average its SMs have work for 42 % of the time", evidence~"2.4 times as long as with equal blocks", cost_ns>=2000000
-- expect-count: 1
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 95), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'smsp__inst_executed.sum', 832768), (5, 'smsp__inst_executed.max', 4752),
	(5, 'sm__cycles_active.avg', 16900), (5, 'sm__cycles_active.max', 40560);
INSERT INTO do_metric VALUES (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 32000000), (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 1000000),
	(5, 'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 12.5);
