-- SPDX-License-Identifier: MIT
-- As fires-scattered-atomics, and a unit that moves data reaches a tenth of its peak.
-- expect: severity=warning, subject=large, headline~"at most 28 %", evidence~"atomics 32.0 sectors", advice~atomic operations
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'l1tex__t_requests_pipe_lsu_mem_global_op_red.sum', 1000000),
	(5, 'l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum', 0),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10), (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 50),
	(5, 'lts__t_sectors_op_red.sum', 48000000), (5, 'lts__t_sectors_op_atom.sum', 0);
